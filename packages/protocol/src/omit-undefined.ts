/** The type of an object whose members that may be undefined are absent instead. */
type Present<T> = { [Key in keyof T as undefined extends T[Key] ? never : Key]: T[Key] } & {
	[Key in keyof T as undefined extends T[Key] ? Key : never]?: Exclude<T[Key], undefined>
}

/** The object without the members that are undefined: what is absent in one form is absent in the other. @internal */
export function omitUndefined<T extends object>(members: T): Present<T> {
	const present = Object.entries(members).filter(([, value]) => value !== undefined)
	return Object.fromEntries(present) as Present<T>
}
