import { type Curve, type KeyPair, keyPairFromPrivateKey } from '@accord/ledger'
import { consoleLog } from './log.ts'

/** The configuration of a bot that runs as its own process: JSON in the environment variable `ACCORD_BOT_CONFIG`. */
export type BotConfig = {
	readonly gatewayUrl: string
	readonly networkId: number
	readonly account: string
	readonly curve: Curve
	readonly privateKeyHex: string
}

/** Reads the process's configuration, and removes it from the environment. @throws Error when there is none */
export function readBotConfig<Config extends BotConfig>(): Config & { keyPair: KeyPair } {
	const text = process.env.ACCORD_BOT_CONFIG
	if (text === undefined) throw new Error('ACCORD_BOT_CONFIG is not set; expected the bot’s configuration as JSON')
	delete process.env.ACCORD_BOT_CONFIG
	const config = JSON.parse(text) as Config
	return { ...config, keyPair: keyPairFromPrivateKey(config) }
}

/** Runs a bot as this process: sends `ready` to the parent, and stops on SIGTERM or when the parent is gone. */
export async function runBotProcess(start: () => Promise<{ stop(): Promise<void> }>): Promise<void> {
	let stopping = false
	const bot = await start()
	const stop = () => {
		if (stopping) return
		stopping = true
		void bot.stop().finally(() => process.exit(0))
	}
	process.on('SIGTERM', stop)
	// Ctrl-C reaches the entire process group; the parent decides in which order the processes end.
	process.on('SIGINT', process.send === undefined ? stop : () => undefined)
	process.on('disconnect', stop)
	process.send?.({ type: 'ready' })
	if (process.send === undefined) consoleLog.info('ready')
}
