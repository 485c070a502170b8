import { crc32, deflateSync, inflateSync } from 'node:zlib'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const coloursMax = 256

/** A browser's PNG with its 256 commonest colours, the others as the nearest of them: half as large, and the eye sees no difference. */
export function shrinkPng(png: Buffer): Buffer {
	const { width, height, pixels } = readPixels(png)
	const palette = commonest(pixels)
	const indexOf = nearestIn(palette)
	const rows = Buffer.alloc((width + 1) * height)
	for (let y = 0; y < height; y++)
		for (let x = 0; x < width; x++) rows[y * (width + 1) + 1 + x] = indexOf(pixels[y * width + x] ?? 0)
	const header = Buffer.alloc(13)
	header.writeUInt32BE(width, 0)
	header.writeUInt32BE(height, 4)
	header.set([8, 3], 8)
	const colours = Buffer.from(palette.flatMap(rgb => [rgb >> 16, (rgb >> 8) & 255, rgb & 255]))
	const data = deflateSync(rows, { level: 9, memLevel: 9 })
	const chunks = [chunk('IHDR', header), chunk('PLTE', colours), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]
	return Buffer.concat([signature, ...chunks])
}

type Pixels = { readonly width: number; readonly height: number; readonly pixels: Uint32Array }

/** Colours as 0xRRGGBB. */
function readPixels(png: Buffer): Pixels {
	const parts: Buffer[] = []
	for (let at = signature.length; at < png.length; ) {
		const length = png.readUInt32BE(at)
		if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + length))
		at += 12 + length
	}
	const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
	const bytes = png[25] === 6 ? 4 : 3
	const raw = inflateSync(Buffer.concat(parts))
	const stride = width * bytes
	const pixels = new Uint32Array(width * height)
	let above: Buffer = Buffer.alloc(stride)
	for (let y = 0; y < height; y++) {
		const start = y * (stride + 1)
		const row = unfiltered(raw.subarray(start + 1, start + 1 + stride), above, { filter: raw[start] ?? 0, bytes })
		for (let x = 0; x < width; x++) pixels[y * width + x] = row.readUIntBE(x * bytes, 3)
		above = row
	}
	return { width, height, pixels }
}

/** Undoes what a PNG does to each row before it is compressed (PNG specification, 9.2). */
function unfiltered(row: Buffer, above: Buffer, { filter, bytes }: { filter: number; bytes: number }): Buffer {
	const out = Buffer.from(row)
	for (let at = 0; at < out.length; at++) {
		const left = at >= bytes ? (out[at - bytes] ?? 0) : 0
		const up = above[at] ?? 0
		const corner = at >= bytes ? (above[at - bytes] ?? 0) : 0
		const guesses = [0, left, up, (left + up) >> 1, paeth(left, up, corner)]
		out[at] = ((out[at] ?? 0) + (guesses[filter] ?? 0)) & 255
	}
	return out
}

function paeth(left: number, up: number, corner: number): number {
	const guess = left + up - corner
	const [toLeft, toUp, toCorner] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)]
	if (toLeft <= toUp && toLeft <= toCorner) return left
	return toUp <= toCorner ? up : corner
}

function commonest(pixels: Uint32Array): number[] {
	const counts = new Map<number, number>()
	for (const rgb of pixels) counts.set(rgb, (counts.get(rgb) ?? 0) + 1)
	const sorted = [...counts].sort(([, a], [, b]) => b - a)
	return sorted.slice(0, coloursMax).map(([rgb]) => rgb)
}

function nearestIn(palette: readonly number[]): (rgb: number) => number {
	const known = new Map(palette.map((rgb, at) => [rgb, at]))
	return rgb => {
		const found = known.get(rgb)
		if (found !== undefined) return found
		const nearest = palette.reduce((best, other, at) => {
			return distance(other, rgb) < distance(palette[best] ?? 0, rgb) ? at : best
		}, 0)
		known.set(rgb, nearest)
		return nearest
	}
}

function distance(a: number, b: number): number {
	const apart = (shift: number) => ((a >> shift) & 255) - ((b >> shift) & 255)
	return apart(16) ** 2 + apart(8) ** 2 + apart(0) ** 2
}

function chunk(type: string, data: Buffer): Buffer {
	const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
	const framed = Buffer.alloc(body.length + 8)
	framed.writeUInt32BE(data.length, 0)
	framed.set(body, 4)
	framed.writeUInt32BE(crc32(body), body.length + 4)
	return framed
}
