import type { Choice, Place } from './command-places.ts'

/** What zsh is told: as bash, with the meaning of each word. */
export function zshScript(places: readonly Place[]): string {
	const known = places.filter(({ path }) => path !== '').map(({ path }) => `'${path}'`)
	const choices = places.map(
		({ path, commands, options }) => `    ('${path}') choices=(${[...commands, ...options].map(choice).join(' ')}) ;;`,
	)
	// 'path' is zsh's own: it is PATH.
	return `#compdef accord
# zsh completion of accord; put into ~/.zshrc: eval "$(accord completion zsh)"
_accord() {
  local place='' word i
  local -a choices
  for ((i = 2; i < CURRENT; i++)); do
    word="\${place:+$place }\${words[i]}"
    case "$word" in
    (${known.join('|')}) place="$word" ;;
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

function choice({ word, meaning }: Choice): string {
	return `'${word}:${meaning.replaceAll("'", '’').replaceAll(':', '\\:')}'`
}
