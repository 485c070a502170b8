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

/// One direction: `A => B { fields that both have }`.
macro_rules! convert {
    ($from:path => $to:ident { $($field:ident),* $(,)? }) => {
        impl Convert<$to> for $from {
            fn convert(self) -> $to {
                $to { $($field: self.$field.convert()),* }
            }
        }
    };
}

pub(crate) use convert;
