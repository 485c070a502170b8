import { flashContract } from '../contract/flash/flash-contract.ts'
import type { Operation, Sample } from '../contract/operation.ts'
import { operations, operatorOperations } from '../contract/operations.ts'
import { solverContract } from '../contract/solver-contract.ts'
import { readResponse } from '../json-rpc/json-rpc-message.ts'
import { parseWire } from '../parse-wire.ts'
import { samplesOf } from './samples-of.ts'

/** Every message of the contract with its example. */
function everySample(): [name: string, sample: Sample][] {
	const rest = [...Object.values<Operation>(operations), ...Object.values<Operation>(operatorOperations)].flatMap(
		operation => samplesOf(operation).map(([what, sample]): [string, Sample] => [`${operation.id} ${what}`, sample]),
	)
	const flash = flashContract.flatMap(({ name, params, result }) =>
		[params, result].flatMap((sample): [string, Sample][] => (sample === undefined ? [] : [[name, sample]])),
	)
	return [...rest, ...flash, ...solverContract.map(({ name, message }): [string, Sample] => [name, message])]
}

const absent = Symbol('absent')
const long = '7'.repeat(300)
const damages = [absent, null, -1, 1.5, 1e300, '', '-1', 'ü😀 \0', long, ['x'], { x: 1 }]

/** An example with one of its parts replaced, taken out or extended, in every way and at every depth. */
function* damaged(value: unknown): Generator<unknown> {
	yield* damages
	if (typeof value !== 'object' || value === null) return
	yield Array.isArray(value) ? [...value, ...value, 'more'] : { ...value, more: 1, extra: null }
	// The first item of a list stands for all.
	const parts = Array.isArray(value) ? Object.entries(value).slice(0, 1) : Object.entries(value)
	for (const [key, part] of parts)
		for (const other of damaged(part)) {
			if (Array.isArray(value)) yield value.with(Number(key), other === absent ? undefined : other)
			else {
				const { [key]: _, ...others } = value as Record<string, unknown>
				yield other === absent ? others : { ...value, [key]: other }
			}
		}
}

const rpcId = { jsonrpc: '2.0', id: 1 }
const responses = [
	{ ...rpcId, result: { a: 1 } },
	{ ...rpcId, error: { code: -32000, message: 'no', data: { type: 't', title: 't', status: 400, code: 'busy' } } },
]

/**
 * What reading every example of the contract gives, whole and damaged: one line a message. Called in two processes, with
 * Zod and with its small replacement.
 */
export function* readDamaged(): Generator<string> {
	for (const [name, { schema, wire, example }] of everySample())
		for (const message of [example, ...damaged(example)]) {
			yield `${name} ${text(message)} ${shown(() => parseWire(schema, message))} ${shown(() => wire.parse(message))}`
		}
	for (const response of responses)
		for (const message of [response, ...damaged(response)])
			yield `response ${text(message)} ${shown(() => readResponse(Object(message)))}`
}

type Failure = { readonly issues?: readonly Issue[]; readonly code?: string; readonly errors?: unknown }
type Issue = { code: string; path: unknown; message: string; keys?: unknown; params?: unknown }

function shown(read: () => unknown): string {
	try {
		return text({ read: read() })
	} catch (error) {
		const { issues, code, errors } = error as Failure
		if (issues === undefined) return text({ code, errors, message: String(error) })
		return text(issues.map(({ code, path, message, keys, params }) => ({ code, path, message, keys, params })))
	}
}

function text(value: unknown): string {
	return JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? `${part}n` : part)) ?? String(value)
}
