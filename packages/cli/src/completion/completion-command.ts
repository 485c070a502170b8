import { Argument, type Command } from 'commander'
import type { Context } from '../context.ts'
import { bashScript } from './bash-script.ts'
import { commandPlaces, type Place } from './command-places.ts'
import { fishScript } from './fish-script.ts'
import { zshScript } from './zsh-script.ts'

type Shell = 'bash' | 'zsh' | 'fish'

const scripts: Readonly<Record<Shell, (places: readonly Place[]) => string>> = {
	bash: bashScript,
	zsh: zshScript,
	fish: fishScript,
}

/** `accord completion`: what a shell needs to complete commands and options. Added last, so that it knows all of them. */
export function addCompletionCommand(program: Command, { terminal }: Context): void {
	program
		.command('completion')
		.description('the completion script of a shell')
		.addArgument(new Argument('<shell>', 'which one').choices(Object.keys(scripts)))
		.addHelpText('after', '\nExample:\n  eval "$(accord completion bash)"')
		.action((shell: Shell) => terminal.print(scripts[shell](commandPlaces(program)).trimEnd()))
}
