import * as z from '#schema'

/**
 * A part of a message whose form on the wire differs from ours: its reader, its writer and its schema for the
 * documents.
 */
export class Field<Ours, Wire> {
	/** Reads the wire's form into ours. */
	readonly schema: z.ZodType<Ours, Wire>
	readonly #show: () => z.ZodType<Wire, Wire>
	readonly #format: (value: Ours) => Wire
	#wire: z.ZodType<Wire, Wire> | undefined

	constructor({ schema, show, format }: FieldParts<Ours, Wire>) {
		this.schema = schema
		this.#show = show
		this.#format = format
	}

	/** Only the form on the wire, from which the documents are made; most processes never need it. */
	get wire(): z.ZodType<Wire, Wire> {
		this.#wire ??= this.#show()
		return this.#wire
	}

	/** Reads the wire's form. @throws ZodError for anything else */
	parse(message: unknown): Ours {
		return this.schema.parse(message)
	}

	/** The wire's form. @throws TradeError `invalid_decimal` for an amount that is not a Decimal */
	format(value: Ours): Wire {
		return this.#format(value)
	}

	/** The field's writer, for callers that write many values. */
	static writerOf(field: AnyField): (value: unknown) => unknown {
		return (field as Field<unknown, unknown>).#format
	}

	/** The same field with a description in the documents. */
	describe(text: string): Field<Ours, Wire> {
		return new Field({ schema: this.schema, show: () => this.wire.describe(text), format: this.#format })
	}

	/** The same field, which may be absent in both forms. */
	optional(): Field<Ours | undefined, Wire | undefined> {
		const format = (value: Ours | undefined) => (value === undefined ? undefined : this.#format(value))
		return new Field({ schema: this.schema.optional(), show: () => this.wire.optional(), format })
	}

	/** A field with the same form on the wire, but a different one here. */
	as<Other>(forms: {
		readonly parse: (value: Ours) => Other
		readonly format: (other: Other) => Ours
	}): Field<Other, Wire> {
		const schema = this.schema.transform(forms.parse) as z.ZodType<Other, Wire>
		return new Field({ schema, show: () => this.wire, format: other => this.#format(forms.format(other)) })
	}
}

type FieldParts<Ours, Wire> = {
	readonly schema: z.ZodType<Ours, Wire>
	readonly show: () => z.ZodType<Wire, Wire>
	readonly format: (value: Ours) => Wire
}

/** A field, or the schema of a value that has the same form in both. */
export type Part = z.ZodType | AnyField
type AnyField = { readonly schema: z.ZodType; readonly wire: z.ZodType; format(value: never): unknown }
type Named<Name extends string, P extends Part> = { readonly wireName: Name; readonly part: P }
/** A member that exists only on the wire: it is not read, and is written from the other members. */
type Derived<P extends Part> = { readonly part: P; readonly from: (message: never) => unknown }
type Literal = string | boolean | null
type Member = Part | Named<string, Part> | Derived<Part>
type Shape = Readonly<Record<string, Member>>

/** The type read from a message or field. */
export type ValueOf<P> = P extends { readonly schema: infer Schema } ? z.output<Schema> : z.output<P>
/** The type written for it. */
export type WireOf<P> = P extends { readonly schema: infer Schema } ? z.input<Schema> : z.output<P>

type PartOf<M> = M extends { readonly part: infer P } ? P : M
type Snake<Text extends string, Done extends string = ''> = Text extends `${infer First}${infer Rest}`
	? Snake<Rest, First extends Lowercase<First> ? `${Done}${First}` : `${Done}_${Lowercase<First>}`>
	: Done
type WireName<Key, M> = M extends { readonly wireName: infer Name extends string } ? Name : Snake<Key & string>
type Flat<T> = { [Key in keyof T]: T[Key] }
type Present<T> = Exclude<T, undefined>

type OwnKeys<S> = { [Key in keyof S]: S[Key] extends { readonly from: unknown } ? never : Key }[keyof S]
type ValueOfShape<S> = Flat<
	{
		readonly [Key in keyof S as undefined extends ValueOf<PartOf<S[Key]>> ? never : Key & OwnKeys<S>]: ValueOf<
			PartOf<S[Key]>
		>
	} & {
		readonly [Key in keyof S as undefined extends ValueOf<PartOf<S[Key]>> ? Key & OwnKeys<S> : never]?: Present<
			ValueOf<PartOf<S[Key]>>
		>
	}
>
type WireOfShape<S> = Flat<
	{
		[Key in keyof S as undefined extends WireOf<PartOf<S[Key]>> ? never : WireName<Key, S[Key]>]: WireOf<PartOf<S[Key]>>
	} & {
		[Key in keyof S as undefined extends WireOf<PartOf<S[Key]>> ? WireName<Key, S[Key]> : never]?: Present<
			WireOf<PartOf<S[Key]>>
		>
	}
>

/** Rules about several members together, by their names on the wire. */
export type Rules = (members: z.ZodObject) => z.ZodObject
type Kind = { readonly isStrict?: boolean; readonly rules?: Rules }

/** An object on the wire; as a field, its members have our names. */
export class Message<S extends Shape> extends Field<ValueOfShape<S>, WireOfShape<S>> {
	readonly shape: S

	constructor(shape: S, { isStrict = false, rules = object => object }: Kind = {}) {
		const members = Object.entries(shape).map(([key, member]) => memberOf(key, member))
		const objectOf = (schemas: [string, z.ZodType][]) =>
			rules((isStrict ? z.strictObject : z.object)(Object.fromEntries(schemas)))
		super({
			schema: objectOf(members.map(({ wireName, schema }) => [wireName, schema])).transform(
				renaming(
					members
						.filter(({ derive }) => derive === undefined)
						.map(({ key, wireName }) => ({ from: wireName, to: key })),
				),
			) as never,
			show: () => objectOf(members.map(({ wireName, show }) => [wireName, show()])) as never,
			format: renaming(
				members.map(({ key, wireName, format, derive }) => ({ from: key, to: wireName, convert: format, derive })),
			) as never,
		})
		this.shape = shape
	}

	/** The same message with additional or replaced members. */
	extend<More extends Shape>(more: More, kind: Kind = {}): Message<Omit<S, keyof More> & More> {
		return new Message({ ...this.shape, ...more } as Omit<S, keyof More> & More, kind)
	}

	/** The same message as part of a request, where unknown members are refused. */
	strict(): Message<S> {
		return new Message(this.shape, { isStrict: true })
	}
}

/**
 * A message of these members, each named on the wire in snake case: one declaration gives the type (`ValueOf`), the
 * reader (`parse`, or `schema` with `parseWire`), the writer (`format`) and the documents. Unknown members are ignored.
 */
export function message<S extends Shape>(shape: S, rules?: Rules): Message<S> {
	return new Message(shape, rules === undefined ? {} : { rules })
}

/** Like {@link message}, for requests: unknown members are refused. */
export function request<S extends Shape>(shape: S, rules?: Rules): Message<S> {
	return new Message(shape, rules === undefined ? { isStrict: true } : { isStrict: true, rules })
}

/** A member whose name on the wire is not simply our name in snake case. */
export function named<Name extends string, P extends Part>(wireName: Name, part: P): Named<Name, P> {
	return { wireName, part }
}

/** A member that exists only on the wire and is computed from our form when written. */
export function derived<P extends Part, Message>(part: P, from: (message: Message) => ValueOf<P>) {
	return { part, from }
}

/** A member that is constant on the wire and absent in our form. */
export function fixed<Constant extends Literal>(constant: Constant) {
	const schema = constant === null ? z.null() : z.literal(constant)
	return derived(schema as unknown as z.ZodType<Constant, Constant>, () => constant)
}

/** A list of fields. */
export function list<P extends Part>(
	part: P,
	{ min = 0, max }: { readonly min?: number; readonly max?: number } = {},
): Field<readonly ValueOf<P>[], WireOf<P>[]> {
	const { schema, show, format } = memberOf('', part)
	const listOf = (item: z.ZodType) => {
		const items = min === 0 ? z.array(item) : z.array(item).min(min)
		return (max === undefined ? items : items.max(max)) as never
	}
	return new Field<readonly ValueOf<P>[], WireOf<P>[]>({
		schema: listOf(schema),
		show: () => listOf(show()),
		format: values => (format === undefined ? [...values] : values.map(value => format(value))) as WireOf<P>[],
	})
}

/** An object with any member names that `key` reads, all with values of one form. */
export function record<P extends Part>(
	key: z.ZodString,
	part: P,
): Field<Readonly<Record<string, ValueOf<P>>>, Record<string, WireOf<P>>> {
	const { schema, show, format = unchanged } = memberOf('', part)
	return new Field<Readonly<Record<string, ValueOf<P>>>, Record<string, WireOf<P>>>({
		schema: z.record(key, schema) as never,
		show: () => z.record(key, show()) as never,
		format: values => {
			return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, format(value) as WireOf<P>]))
		},
	})
}

const unchanged = (value: unknown) => value

type ReadMember = {
	readonly key: string
	readonly wireName: string
	readonly schema: z.ZodType
	readonly show: () => z.ZodType
	/** Absent if both forms are the same. */
	readonly format: ((value: unknown) => unknown) | undefined
	readonly derive?: (message: never) => unknown
}

function memberOf(key: string, member: Member): ReadMember {
	if ('wireName' in member) return { ...memberOf(key, member.part), wireName: member.wireName }
	if ('from' in member) return { ...memberOf(key, member.part), derive: member.from }
	const wireName = key.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
	if (member instanceof z.ZodType) return { key, wireName, schema: member, show: () => member, format: undefined }
	return { key, wireName, schema: member.schema, show: () => member.wire, format: Field.writerOf(member) }
}

type Renaming = {
	readonly from: string
	readonly to: string
	readonly convert?: ((value: unknown) => unknown) | undefined
	readonly derive?: ((source: never) => unknown) | undefined
}
type Rename = (source: Readonly<Record<string, unknown>>) => Record<string, unknown>

/** Makes objects with the same members under other names; undefined members are left out. */
function renaming(members: readonly Renaming[]): Rename {
	return source => {
		const renamed: Record<string, unknown> = {}
		for (const { from, to, convert, derive } of members) {
			const value = derive === undefined ? source[from] : derive(source as never)
			if (value !== undefined) renamed[to] = convert === undefined ? value : convert(value)
		}
		return renamed
	}
}
