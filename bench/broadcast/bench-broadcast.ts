import { alternate, printRounds, type Side } from '../rounds.ts'
import type { NetworkReady } from '../served/network.ts'
import { Served } from '../served/served.ts'
import { Audience } from './audience.ts'
import { startNchan } from './nchan.ts'

const sockets = 1_000
const rounds = 8
const messages = 40

/**
 * A published bundle sent to everyone on the solver stream, compared with bare ws, and with nginx and nchan, sending the
 * same bytes.
 */
export async function benchBroadcast(): Promise<void> {
	const service = await Served.start<NetworkReady>(new URL('./network-main.ts', import.meta.url))
	const message = String(await service.ask('message'))
	const bare = await Served.start<{ url: string }>(new URL('./bare-ws-main.ts', import.meta.url), { message })
	const nchan = await startNchan()
	console.log(
		`${sockets} sockets, ${Buffer.byteLength(message)} bytes, ${rounds} rounds of ${messages} messages each\n`,
	)
	const audiences: Audience[] = []
	const sideOf = async (
		name: string,
		of: { url: string; cpuMs: Side['served']['cpuMs']; send: () => Promise<unknown> },
	) => {
		const audience = await Audience.open([of.url], { sockets, message })
		audiences.push(audience)
		return { name, served: of, round: () => audience.hear(messages, of.send) }
	}
	const ours = await sideOf('the service', {
		url: `${service.ready.solverUrl}/subintent-stream`,
		cpuMs: () => service.cpuMs(),
		send: () => service.ask('send', messages),
	})
	const theirs = [
		await sideOf('bare ws', { url: bare.ready.url, cpuMs: () => bare.cpuMs(), send: () => bare.ask('send', messages) }),
	]
	if (typeof nchan === 'string') console.log(`nginx with nchan: skipped, ${nchan}\n`)
	else {
		const { url, cpuMs } = nchan
		theirs.push(await sideOf('nginx with nchan', { url, cpuMs, send: () => nchan.send(message, messages) }))
	}
	const [oursRounds = [], ...theirsRounds] = await alternate([ours, ...theirs], rounds)
	for (const [place, side] of theirs.entries()) {
		const compared = [oursRounds, theirsRounds[place] ?? []]
		printRounds([ours, side], compared, { what: 'messages to one socket', aim: 0.9 })
	}
	for (const audience of audiences) audience.close()
	await Promise.all([service.stop(), bare.stop(), ...(typeof nchan === 'string' ? [] : [nchan.stop()])])
}
