import type { Choice, Place } from './command-places.ts'

/** What fish is told: each word of each place, with its meaning. */
export function fishScript(places: readonly Place[]): string {
	const known = places.filter(({ path }) => path !== '').map(({ path }) => `'${path}'`)
	const lines = places.flatMap(({ path, commands, options }) => {
		const here = `-n 'test "$(__accord_place)" = "${path}"'`
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
      case ${known.join(' ')}
        set place $next
    end
  end
  echo $place
end
${lines.join('\n')}
`
}

function meaning({ meaning: text }: Choice): string {
	return `'${text.replaceAll("'", '’')}'`
}
