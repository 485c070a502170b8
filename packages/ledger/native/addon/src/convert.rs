/// Between the crates' plain types and the objects that cross to JavaScript, field by field.
pub trait Convert<T> {
    fn convert(self) -> T;
}

macro_rules! same {
    ($($kind:ty),*) => {
        $(impl Convert<$kind> for $kind {
            fn convert(self) -> $kind {
                self
            }
        })*
    };
}

same!(String, bool, u8, u32, i64, f64);

impl<A: Convert<B>, B> Convert<Vec<B>> for Vec<A> {
    fn convert(self) -> Vec<B> {
        self.into_iter().map(Convert::convert).collect()
    }
}

impl<A: Convert<B>, B> Convert<Option<B>> for Option<A> {
    fn convert(self) -> Option<B> {
        self.map(Convert::convert)
    }
}

/// One direction: `A => B { the fields, which both have }`.
macro_rules! convert {
    ($from:path => $to:ident { $($field:ident),* $(,)? }) => {
        impl Convert<$to> for $from {
            fn convert(self) -> $to {
                $to { $($field: self.$field.convert()),* }
            }
        }
    };
}

/// An enum that crosses to JavaScript as the name of its variant, and its twin in the codec, in both directions.
/// Its comment is a `#[doc = …]`: the typings would show the raw string that `///` becomes on its way through a macro.
macro_rules! string_enum {
    ($(#[$doc:meta])* $name:ident = $twin:path { $($variant:ident),* $(,)? }) => {
        $(#[$doc])*
        #[napi(string_enum)]
        #[derive(Debug, Clone, Copy)]
        pub enum $name {
            $($variant),*
        }

        impl Convert<$name> for $twin {
            fn convert(self) -> $name {
                use $twin as Twin;
                match self {
                    $(Twin::$variant => $name::$variant),*
                }
            }
        }

        impl Convert<$twin> for $name {
            fn convert(self) -> $twin {
                use $twin as Twin;
                match self {
                    $($name::$variant => Twin::$variant),*
                }
            }
        }
    };
}

pub(crate) use {convert, string_enum};
