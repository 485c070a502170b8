import type { Command } from 'commander'

/** A place on the command line, and what may come next there. */
export type Place = {
	/** The commands so far, the program's own name left out: `maker create`. */
	readonly path: string
	readonly commands: readonly Choice[]
	readonly options: readonly Choice[]
}

export type Choice = { readonly word: string; readonly meaning: string }

/** Every place of a program, its own first. */
export function commandPlaces(program: Command): Place[] {
	return placesOf(program, [])
}

function placesOf(command: Command, path: readonly string[]): Place[] {
	const commands = command.commands.map(one => ({ word: one.name(), meaning: one.description() }))
	const options = command.options.flatMap(({ long, description }) =>
		long == null ? [] : [{ word: long, meaning: description }],
	)
	const help = { word: '--help', meaning: 'show what it does' }
	return [
		{ path: path.join(' '), commands, options: [...options, help] },
		...command.commands.flatMap(one => placesOf(one, [...path, one.name()])),
	]
}
