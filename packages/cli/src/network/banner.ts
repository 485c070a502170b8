import { join } from 'node:path'
import type { NetworkFileWire } from '@accord/protocol'
import { type Funds, makerFunds, solverFunds, userFunds } from './play-accounts.ts'

/** What `npm start` prints once the network is ready: its addresses, accounts and keys. */
export function networkBanner(
	network: NetworkFileWire,
	options: { dataDirectory: string; startedInMs: number },
): string {
	const { users, makers, solvers } = network
	return [
		'',
		title(`Accord's local network is ready (${(options.startedInMs / 1000).toFixed(1)} s)`),
		`  Trading page           ${network.base_url}/`,
		`  Trade API              ${network.base_url}`,
		`  Flash Liquidity API    ${network.flash_url}`,
		`  Solver API             ${network.solver_url}/subintent-stream`,
		`  Gateway API            ${network.gateway_url}`,
		`  Operator API           ${network.operator_url} (key: ${join(options.dataDirectory, 'operator.key')})`,
		`  Data                   ${options.dataDirectory} (network.json has all of this for programs)`,
		'',
		title(`Users, each funded with ${formatFunds(userFunds)}`),
		...users.flatMap(account),
		'',
		title(`Market makers, each funded with ${formatFunds(makerFunds)}`),
		...makers.flatMap(maker => [...account(maker), `      API key      ${maker.api_key}`]),
		'',
		title(`Solvers, each funded with ${formatFunds(solverFunds)}`),
		...solvers.flatMap(account),
		'',
		'  !  These keys are public: everyone who has this program has them. Never use them or their',
		'  !  accounts on another network. Anything sent to them there is lost.',
		'',
		title('Try'),
		`  npm run trade -- --sell "100 XRD" --buy xUSDC`,
		'  npm run accord -- book',
		'  npm run accord -- orders list',
		'',
		'  Ctrl-C stops everything; the next start continues from here.',
		'',
	].join('\n')
}

type Shown = { name: string; address: string; curve: string; private_key_hex: string; bot?: boolean }

function account({ name, address, curve, private_key_hex, bot }: Shown): string[] {
	return [
		`  ${name}${bot === true ? ' (runs as a bot)' : ''}`,
		`      account      ${address}`,
		`      ${curve.padEnd(12)} ${private_key_hex}`,
	]
}

function formatFunds(funds: Funds): string {
	return Object.entries(funds)
		.map(([symbol, amount]) => `${amount} ${symbol}`)
		.join(', ')
}

function title(text: string): string {
	return `${text}\n${'-'.repeat(text.length)}`
}
