import { resolve } from 'node:path'

/** The bots that `npm start` runs besides ledger and service. */
export type Bot = 'maker' | 'solver'

export type NetworkOptions = {
	dataDirectory: string
	/** REST, Flash Liquidity and Solver API; the Gateway API and the operator API listen on the next two. */
	port: number
	users: number
	/** Begin with an empty ledger and database. */
	reset: boolean
	without: readonly Bot[]
	/** Log lines only, without the overview of accounts and keys. */
	plain: boolean
}

/** What commander read from the command line: everything is text or absent. */
export type NetworkArguments = {
	data?: string
	port?: string
	users?: string
	reset?: boolean
	without?: string
	plain?: boolean
}

const usersMax = 100

/** The options of `accord network`: the command line first, then `ACCORD_*`, then the defaults. @throws Error naming the option */
export function readNetworkOptions(given: NetworkArguments, env: NodeJS.ProcessEnv): NetworkOptions {
	return {
		dataDirectory: resolve(given.data ?? env.ACCORD_DATA ?? '.accord'),
		port: wholeNumber('--port', given.port ?? env.ACCORD_PORT ?? '8480', { min: 1, max: 65_533 }),
		users: wholeNumber('--users', given.users ?? env.ACCORD_USERS ?? '20', { min: 1, max: usersMax }),
		reset: given.reset ?? isOn(env.ACCORD_RESET),
		without: readBots(given.without ?? env.ACCORD_WITHOUT ?? ''),
		plain: given.plain ?? isOn(env.ACCORD_PLAIN),
	}
}

function wholeNumber(name: string, text: string, { min, max }: { min: number; max: number }): number {
	const value = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN
	if (value >= min && value <= max) return value
	throw new Error(`${name} is a whole number from ${min} to ${max}, not '${text}'`)
}

function readBots(text: string): Bot[] {
	const names = text.split(',').filter(name => name !== '')
	return names.map(name => {
		if (name === 'maker' || name === 'solver') return name
		throw new Error(`--without takes 'maker', 'solver' or both with a comma between, not '${name}'`)
	})
}

function isOn(text: string | undefined): boolean {
	return text === '1' || text === 'true'
}
