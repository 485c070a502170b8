import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from '../../../packages/cli/src/program-fixture.ts'
import type { Mistakes } from './mistake.ts'

/** Who types a command. */
export function commandMistakes(directory: string): Mistakes {
	const file = (name: string, content: string) => {
		const path = join(directory, name)
		writeFileSync(path, content)
		return path
	}
	const run = async (...args: string[]) => {
		const { code, notes } = await runCommand(args)
		return `${code}: ${notes.replaceAll(directory, '<directory>')}`
	}
	const swap = ['--sell', '100 XRD', '--buy', 'xUSDC']
	return {
		'a command that does not exist': [
			() => run('trad'),
			"2: error: unknown command 'trad'\n(Did you mean trade?)\n(add --help for what there is)",
		],
		'an unknown option': [
			() => run('trade', ...swap, '--colour', 'red'),
			"2: error: unknown option '--colour'\n(add --help for what there is)",
		],
		'an option without its value': [
			() => run('trade', '--sell'),
			"2: error: option '--sell <amount>' argument missing\n(add --help for what there is)",
		],
		'a trade of nothing': [
			() => run('trade'),
			"2: error: required option '--sell <amount>' not specified\n(add --help for what there is)",
		],
		'a trade without a token': [
			() => run('trade', '--sell', '100', '--buy', 'xUSDC'),
			'2: accord: exactly one side needs an amount: --sell "100 XRD" --buy xUSDC, or --sell XRD --buy "5 xUSDC"',
		],
		'a trade of two amounts': [
			() => run('trade', '--sell', '100 XRD', '--buy', '5 xUSDC'),
			'2: accord: exactly one side needs an amount: --sell "100 XRD" --buy xUSDC, or --sell XRD --buy "5 xUSDC"',
		],
		'a trade with a comma': [
			() => run('trade', '--sell', '1,5 XRD', '--buy', 'xUSDC'),
			"2: accord: --sell: '1,5' is not a decimal number, such as 1.5",
		],
		'a trade with slippage in words': [
			() => run('trade', ...swap, '--slippage', 'little'),
			"2: accord: --slippage must be a percentage, such as 0.5%, or a fraction, such as 0.005, not 'little'",
		],
		'a network that is not running': [
			() => run('trade', ...swap, '--network', join(directory, 'none.json')),
			'1: accord: <directory>/none.json cannot be read: start a network first (npm start), or use --data or --network for another one',
		],
		'a network file that is something else': [
			() => run('trade', ...swap, '--network', file('a.json', '{}')),
			'1: accord: <directory>/a.json is not the network.json of this version: Invalid parameters: /network, expected text in quotes, found nothing. Start the network again (npm start)',
		],
		'a network file that is not JSON': [
			() => run('trade', ...swap, '--network', file('b.json', 'network')),
			'1: accord: <directory>/b.json is not the network.json of this version: Unexpected token \'e\', "network" is not valid JSON. Start the network again (npm start)',
		],
		'a book of one token': [
			() => run('book', 'XRD', '--network', join(directory, 'none.json')),
			'1: accord: <directory>/none.json cannot be read: start a network first (npm start), or use --data or --network for another one',
		],
		'a configuration that is not there': [
			() => run('serve', '--config', join(directory, 'none.yaml')),
			'2: accord: ACCORD_CONFIG: <directory>/none.yaml cannot be read: expected a configuration file (--config)',
		],
		'a configuration that is something else': [
			() => run('config', 'check', file('c.json', '[]')),
			'2: accord: ACCORD_CONFIG: <directory>/c.json does not contain a JSON object',
		],
		'a port that is a word': [
			() => run('network', '--port', 'http'),
			"2: accord: --port must be a whole number from 1 to 65533, not 'http'",
		],
		'an operator without an address': [
			() => run('maker', 'list', '--operator', 'localhost'),
			"2: accord: --operator must be the URL of an operator API, such as http://127.0.0.1:8490, not 'localhost'",
		],
		'a share in words': [
			() => run('integrators', 'create', 'dex', '--account', 'a', '--share', 'half'),
			"2: accord: --share must be a fraction such as 0.2 or 20%, not 'half'",
		],
	}
}
