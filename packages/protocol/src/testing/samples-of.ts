import type { Operation, Sample } from '../contract/operation.ts'

/** What an operation reads and writes, each with its place in the operation. */
export function samplesOf(operation: Operation): [what: string, sample: Sample][] {
	const { pathParameters, query, headers, body, answers, problems = {} } = operation
	const samples: [string, Sample | undefined][] = [
		['path', pathParameters],
		['query', query],
		['headers', headers],
		['body', body],
		...answers.map(answer => [`answer ${answer.status}`, answer.body] as [string, Sample | undefined]),
		...answers.flatMap(answer => Object.entries(answer.events ?? {})),
		...Object.entries(problems),
	]
	return samples.flatMap(([what, sample]) => (sample === undefined ? [] : [[what, sample]]))
}
