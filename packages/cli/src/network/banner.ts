import { join, resolve } from 'node:path'
import type { NetworkFile } from '@accord/protocol'
import { type Funds, makerFunds, solverFunds, userFunds } from './play-accounts.ts'

/** The output of `npm start` once the network is ready: its addresses, accounts and keys. */
export function networkBanner(network: NetworkFile, options: { dataDirectory: string; startedInMs: number }): string {
	const { users, makers, solvers } = network
	return [
		'',
		title(`Accord's local network is ready (${(options.startedInMs / 1000).toFixed(1)} s)`),
		`  Trading page           ${network.baseUrl}/`,
		`  Trade API              ${network.baseUrl}`,
		`  Flash Liquidity API    ${network.flashUrl}`,
		`  Solver API             ${network.solverUrl}/subintent-stream`,
		`  Gateway API            ${network.gatewayUrl}`,
		`  Operator API           ${network.operatorUrl} (key: ${join(options.dataDirectory, 'operator.key')})`,
		...nodes(network),
		`  Data                   ${options.dataDirectory} (network.json has all of this for programs)`,
		'',
		title(`Users, each funded with ${formatFunds(userFunds)}`),
		...users.flatMap(account),
		'',
		title(`Market makers, each funded with ${formatFunds(makerFunds)}`),
		...makers.flatMap(maker => [...account(maker), `      API key      ${maker.apiKey}`]),
		'',
		title(`Solvers, each funded with ${formatFunds(solverFunds)}`),
		...solvers.flatMap(account),
		'',
		'  !  These keys are public: everyone who has this program has them. Never use them or their',
		'  !  accounts on another network. Anything sent to them there is lost.',
		'',
		title('Try'),
		...examples(network, options),
		'',
	].join('\n')
}

function nodes({ cluster }: NetworkFile): string[] {
	if (cluster === undefined) return []
	return [
		'  The addresses above are the balancer’s, and of the first node’s operator API',
		...cluster.nodes.map(({ name, baseUrl, operatorUrl }) => {
			return `  ${name.padEnd(22)} ${baseUrl} (operator API: ${operatorUrl})`
		}),
		`  NATS                   ${cluster.natsUrl}`,
		`  PostgreSQL             ${cluster.databaseUrl}`,
	]
}

function examples({ cluster }: NetworkFile, { dataDirectory }: { dataDirectory: string }): string[] {
	const place = dataDirectory === resolve('.accord') ? '' : ` --data ${inShell(dataDirectory)}`
	if (cluster === undefined)
		return [
			`  npm run trade -- --sell "100 XRD" --buy xUSDC${place}`,
			`  npm run accord -- book${place}`,
			`  npm run accord -- orders list${place}`,
			'',
			'  Ctrl-C stops everything; the next start continues from here.',
		]
	return [
		`  npm run trade -- --sell "100 XRD" --buy xUSDC${place}`,
		`  npm run accord -- status${place}`,
		'',
		'  Ctrl-C stops everything. The data is kept only with --data.',
	]
}

/** A path as it can be pasted into a shell. */
function inShell(path: string): string {
	return /^[\w./:@%+=-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`
}

type Shown = { name: string; address: string; curve: string; privateKeyHex: string; bot?: boolean }

function account({ name, address, curve, privateKeyHex, bot }: Shown): string[] {
	return [
		`  ${name}${bot === true ? ' (runs as a bot)' : ''}`,
		`      account      ${address}`,
		`      ${curve.padEnd(12)} ${privateKeyHex}`,
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
