import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { acceptedEncodings, acceptsGzip } from './accepted-encodings.ts'

/** Shorter answers fit in a few packets anyway; compressing them costs more than it saves. */
const bytesMin = 4_096

/** Fast settings, because each answer is compressed for only one reader. */
const encoders = {
	br: (body: Buffer) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
	gzip: (body: Buffer) => promisify(gzip)(body, { level: 5 }),
} as const

/**
 * Compresses longer texts on a thread of the pool, in an encoding that the client accepts. Answers with an ETag stay
 * uncompressed: one tag must not name two sequences of bytes.
 */
export function compressAnswers(app: FastifyInstance): void {
	app.addHook('onSend', async (request, reply, payload) => {
		if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload
		if (reply.hasHeader('content-encoding') || reply.hasHeader('etag') || !isText(reply.getHeader('content-type')))
			return payload
		if (Buffer.byteLength(payload) < bytesMin) return payload
		reply.header('vary', 'accept-encoding')
		const encoding = acceptedEncoding(request.headers['accept-encoding'])
		if (encoding === undefined) return payload
		const compressed = await encoders[encoding](Buffer.from(payload))
		reply.headers({ 'content-encoding': encoding, 'content-length': compressed.length })
		return compressed
	})
}

function isText(contentType: unknown): boolean {
	return typeof contentType === 'string' && /^(text\/|application\/([a-z.]+\+)?json)/.test(contentType)
}

/** Brotli if it is accepted, otherwise gzip; undefined if neither is accepted, or only with weight 0. */
function acceptedEncoding(header: string | undefined): keyof typeof encoders | undefined {
	if (acceptedEncodings(header).has('br')) return 'br'
	return acceptsGzip(header) ? 'gzip' : undefined
}
