import type { Place } from './command-places.ts'

/** What bash is told, so that it completes the commands and options of every place. */
export function bashScript(places: readonly Place[]): string {
	const known = places.filter(({ path }) => path !== '').map(({ path }) => `'${path}'`)
	const words = places.map(
		({ path, commands, options }) =>
			`    '${path}') words='${[...commands, ...options].map(({ word }) => word).join(' ')}' ;;`,
	)
	return `# bash completion of accord; put into ~/.bashrc: eval "$(accord completion bash)"
_accord() {
  local place='' words='' word i
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${place:+$place }\${COMP_WORDS[i]}"
    case "$word" in
    ${known.join(' | ')}) place="$word" ;;
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
