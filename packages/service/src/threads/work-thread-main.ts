import { parentPort } from 'node:worker_threads'
import { TradeError } from '@accord/protocol'
import type { WorkReply, WorkRequest } from './work-threads.ts'

// The entry point of a thread of `WorkThreads`: it handles one request at a time.

const port = parentPort
if (port === null) throw new Error('work-thread-main.ts runs only in a worker thread')

port.on('message', (request: WorkRequest) => {
	void answer(request).then(reply => port.postMessage(reply))
})

async function answer({ module, name, args }: WorkRequest): Promise<WorkReply> {
	try {
		const exported = await import(module)
		return { kind: 'done', result: exported[name](...args) }
	} catch (error) {
		if (!(error instanceof TradeError)) return { kind: 'failed', message: String(error) }
		const { code, message, errors } = error
		return { kind: 'refused', code, detail: message, errors }
	}
}
