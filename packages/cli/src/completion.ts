import { Argument, type Command } from 'commander'
import type { Context } from './context.ts'

/** `accord completion`: prints a shell's completion script. It is added last, so that it covers every other command. */
export function addCompletionCommand(program: Command, { terminal }: Context): void {
	program
		.command('completion')
		.description('print the completion script for a shell')
		.addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(scripts)))
		.addHelpText('after', '\nExample:\n  eval "$(accord completion bash)"')
		.action((shell: Shell) => scripts[shell](commandPlaces(program)).trimEnd().split('\n').forEach(terminal.print))
}

type Shell = 'bash' | 'zsh' | 'fish'

const scripts: Readonly<Record<Shell, (places: readonly Place[]) => string>> = {
	bash: bashScript,
	zsh: zshScript,
	fish: fishScript,
}

/** A place on the command line, and what may follow there. */
export type Place = {
	/** The commands so far, without the program's own name: `maker create`. */
	readonly path: string
	readonly commands: readonly Choice[]
	readonly options: readonly Choice[]
}

type Choice = { readonly word: string; readonly meaning: string }

/** Every place in a program, starting with the program's own. */
export function commandPlaces(program: Command): Place[] {
	return placesOf(program, [])
}

function placesOf(command: Command, path: readonly string[]): Place[] {
	const commands = command.commands.map(one => ({ word: one.name(), meaning: one.description() }))
	const options = command.options.flatMap(({ long, description }) =>
		long == null ? [] : [{ word: long, meaning: description }],
	)
	const help = { word: '--help', meaning: 'show help' }
	return [
		{ path: path.join(' '), commands, options: [...options, help] },
		...command.commands.flatMap(one => placesOf(one, [...path, one.name()])),
	]
}

function bashScript(places: readonly Place[]): string {
	const words = places.map(
		({ path, commands, options }) =>
			`    '${path}') words='${[...commands, ...options].map(({ word }) => word).join(' ')}' ;;`,
	)
	return `# bash completion of accord; add to ~/.bashrc: eval "$(accord completion bash)"
_accord() {
  local place='' words='' word i
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${place:+$place }\${COMP_WORDS[i]}"
    case "$word" in
    ${pathsOf(places).join(' | ')}) place="$word" ;;
    esac
  done
  case "$place" in
${words.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _accord accord
`
}

function zshScript(places: readonly Place[]): string {
	const described = ({ word, meaning }: Choice) => `'${word}:${unquoted(meaning).replaceAll(':', '\\:')}'`
	const choices = places.map(
		({ path, commands, options }) =>
			`    ('${path}') choices=(${[...commands, ...options].map(described).join(' ')}) ;;`,
	)
	// A variable named path would overwrite PATH in zsh.
	return `#compdef accord
# zsh completion of accord; add to ~/.zshrc: eval "$(accord completion zsh)"
_accord() {
  local place='' word i
  local -a choices
  for ((i = 2; i < CURRENT; i++)); do
    word="\${place:+$place }\${words[i]}"
    case "$word" in
    (${pathsOf(places).join('|')}) place="$word" ;;
    esac
  done
  case "$place" in
${choices.join('\n')}
  esac
  _describe accord choices || _files
}
compdef _accord accord
`
}

function fishScript(places: readonly Place[]): string {
	const lines = places.flatMap(({ path, commands, options }) => {
		const here = `-n 'test "$(__accord_place)" = "${path}"'`
		const meaning = (one: Choice) => `'${unquoted(one.meaning)}'`
		return [
			...commands.map(one => `complete -c accord -f ${here} -a ${one.word} -d ${meaning(one)}`),
			...options.map(one => `complete -c accord ${here} -l ${one.word.replace(/^--/, '')} -d ${meaning(one)}`),
		]
	})
	return `# fish completion of accord: accord completion fish > ~/.config/fish/completions/accord.fish
function __accord_place
  set -l place
  for word in (commandline -opc)[2..-1]
    set -l next (string trim -- "$place $word")
    switch $next
      case ${pathsOf(places).join(' ')}
        set place $next
    end
  end
  echo $place
end
${lines.join('\n')}
`
}

function pathsOf(places: readonly Place[]): string[] {
	return places.filter(({ path }) => path !== '').map(({ path }) => `'${path}'`)
}

/** Single quotes would end the shell's string. */
function unquoted(text: string): string {
	return text.replaceAll("'", '’')
}
