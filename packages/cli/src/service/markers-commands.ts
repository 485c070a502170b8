import type { AccountOwner, GatewayClient, Markers } from '@accord/ledger'
import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { UsageError } from '../errors.ts'
import { show, withProgress } from '../terminal/terminal.ts'
import { networkOption, requireValid, sourceOf } from './config-commands.ts'

type MarkersArguments = { network?: string; json?: boolean }

/** `accord markers …`: the resources and the box on the ledger that bind the items of a bundle to each other. */
export function addMarkersCommands(program: Command, context: Context): void {
	const markers = program.command('markers').description('what binds the items of a bundle to each other on the ledger')

	markers
		.command('create')
		.description('make the markers, once for each service; the account of its key pays about 1 XRD, and must hold 5')
		.argument('[file]', 'the configuration file (ACCORD_CONFIG)')
		.addOption(networkOption())
		.option('--json', 'print JSON')
		.addHelpText('after', '\nExample:\n  accord markers create /etc/accord/service.jsonc --network mainnet')
		.action(async (file: string | undefined, given: MarkersArguments) => {
			const { gateway, owners, networkId, configured } = await open(file, given, context)
			if (configured !== undefined) throw new UsageError('markers: the configuration has some already')
			const { createMarkers } = await import('@accord/ledger')
			const keys = owners.map(({ keyPair }) => keyPair)
			const creating = createMarkers(gateway, { creator: owners[0], keys, networkId })
			const { markers: made, transactionId } = await withProgress(context.terminal, 'waiting for the ledger', creating)
			const section = `"markers": ${JSON.stringify(made, undefined, 2)},`
			const lines = [`committed in ${transactionId}; put this into the configuration:`, ...section.split('\n')]
			show(context.terminal, {
				json: given.json,
				value: { markers: made, transaction_id: transactionId },
				lines: () => lines,
			})
		})

	markers
		.command('update')
		.description('give the markers to the keys in the configuration, after a rotation or a retirement')
		.argument('[file]', 'the configuration file (ACCORD_CONFIG)')
		.addOption(networkOption())
		.option('--json', 'print JSON')
		.action(async (file: string | undefined, given: MarkersArguments) => {
			const { gateway, owners, networkId, configured } = await open(file, given, context)
			if (configured === undefined)
				throw new UsageError('markers: the configuration has none; accord markers create makes them')
			const { terminal } = context
			const updated = await withProgress(
				terminal,
				'waiting for the ledger',
				updateKeys(gateway, { markers: configured, owners, networkId }),
			)
			const value = updated === undefined ? { changed: false } : { changed: true, transaction_id: updated }
			const line =
				updated === undefined
					? 'the markers belong to the keys in the configuration already'
					: `the markers belong to the keys in the configuration now: ${updated}`
			show(terminal, { json: given.json, value, lines: () => [line] })
		})
}

type Owners = readonly [AccountOwner, ...AccountOwner[]]

/** The Gateway, and the accounts of the service's keys: the current one's first. */
async function open(file: string | undefined, given: MarkersArguments, { env }: Context) {
	const { readMarkerConfig } = await import('@accord/service')
	const { accountAddress, GatewayClient, keyPairFromPrivateKey } = await import('@accord/ledger')
	const config = await requireValid(() => readMarkerConfig(env, sourceOf(file, given)))
	const { networkId, gatewayUrl, serviceKey, formerServiceKey, nextServiceKey, markers: configured } = config
	const gateway = new GatewayClient({ url: gatewayUrl })
	const network = await gateway.network()
	if (network.networkId !== networkId)
		throw new Error(`the Gateway serves network ${network.networkId}, the configuration says ${networkId}`)
	const ownerOf = (key: typeof serviceKey): AccountOwner => {
		const keyPair = keyPairFromPrivateKey(key)
		return { keyPair, account: accountAddress({ curve: keyPair.curve, publicKey: keyPair.publicKey }, networkId) }
	}
	const others = [formerServiceKey, nextServiceKey].flatMap(key => (key === undefined ? [] : [ownerOf(key)]))
	const owners: Owners = [ownerOf(serviceKey), ...others]
	return { gateway, owners, networkId, configured }
}

/** The transaction's id; undefined if there was nothing to change. @throws Error with what is still wrong afterwards */
async function updateKeys(
	gateway: GatewayClient,
	{ markers, owners, networkId }: { readonly markers: Markers; readonly owners: Owners; readonly networkId: number },
): Promise<string | undefined> {
	const { checkMarkers, setMarkerKeys } = await import('@accord/ledger')
	const keys = owners.map(({ keyPair }) => keyPair)
	const check = async () => {
		const { faults, otherKeys } = await checkMarkers(gateway, { markers, keys, networkId })
		return [...faults, ...otherKeys]
	}
	if ((await check()).length === 0) return undefined
	const { transactionId } = await setMarkerKeys(gateway, { markers, keys, signers: owners, networkId })
	const left = await check()
	if (left.length === 0) return transactionId
	throw new Error(`${transactionId} was committed, but:\n  ${left.join('\n  ')}`)
}
