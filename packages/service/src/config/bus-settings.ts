import { resolve } from 'node:path'
import { z } from 'zod'

const text = z.string().min(1)
const secret = { secret: true }

const tls = z.strictObject({
	ca_file: text
		.describe('The file with the certificates that must have signed the NATS servers’; by default the system’s.')
		.optional(),
	cert_file: text.describe('The file with the certificate that this service shows to the NATS servers.').optional(),
	key_file: text.describe('The file with that certificate’s key.').optional(),
})

/** How nodes wake each other and share makers’ books. Credentials come from files: messages on the bus contain none. */
export const busSettings = z.discriminatedUnion('kind', [
	z.strictObject({
		kind: z
			.literal('in_process')
			.describe('"in_process" for a single node; "nats" for several, which need database.url.'),
	}),
	z.strictObject({
		kind: z.literal('nats'),
		servers: z
			.array(text)
			.min(1)
			.max(16)
			.describe('The NATS servers, any of which will do: nats://host:4222, or tls://host:4222.'),
		user: text.describe('This service’s user name at NATS.').optional(),
		password: text.describe('Its password.').meta(secret).optional(),
		password_file: text.describe('The file with the password.').optional(),
		token: text.describe('The token that NATS requires.').meta(secret).optional(),
		token_file: text.describe('The file with the token.').optional(),
		tls: tls.describe('TLS with certificates other than the system’s.').optional(),
	}),
])

type BusSettings = z.infer<typeof busSettings>

/** How nodes reach each other: not at all, or through NATS. */
export type BusConfig = { readonly kind: 'in_process' } | NatsConfig

export type NatsConfig = {
	readonly kind: 'nats'
	readonly servers: readonly string[]
	readonly user?: string
	readonly password?: string
	readonly token?: string
	readonly tls?: { readonly caFile?: string; readonly certFile?: string; readonly keyFile?: string }
}

export function toBusConfig(settings: BusSettings): BusConfig {
	if (settings.kind === 'in_process') return settings
	const { servers, user, password, token, tls: files } = settings
	return {
		kind: 'nats',
		servers,
		...(user !== undefined && { user }),
		...(password !== undefined && { password }),
		...(token !== undefined && { token }),
		...(files !== undefined && {
			tls: {
				...(files.ca_file !== undefined && { caFile: files.ca_file }),
				...(files.cert_file !== undefined && { certFile: files.cert_file }),
				...(files.key_file !== undefined && { keyFile: files.key_file }),
			},
		}),
	}
}

type Section = Record<string, unknown>

/** The section with the contents of its files; a password or token that is set directly overrides its file. */
export async function withBusSecrets(
	bus: Section,
	{ folder, read }: { folder: string; read: (file: string, setting: string) => Promise<string> },
): Promise<Section> {
	const { password_file: passwordFile, token_file: tokenFile, tls: files, ...rest } = bus
	const whole: Section = { ...rest }
	if (passwordFile !== undefined) whole.password ??= await read(String(passwordFile), 'bus.password_file')
	if (tokenFile !== undefined) whole.token ??= await read(String(tokenFile), 'bus.token_file')
	if (typeof files !== 'object' || files === null) return files === undefined ? whole : { ...whole, tls: files }
	const resolved = Object.entries(files).map(([name, file]) => {
		return [name, typeof file === 'string' ? resolve(folder, file) : file]
	})
	return { ...whole, tls: Object.fromEntries(resolved) }
}
