import { flashContract, flashErrorsOf, solverContract } from '@accord/protocol/contract'
import type { Finding } from './check-answer.ts'
import { type Json, misfit, pointer } from './documented.ts'

const methods = new Map(flashContract.map(method => [method.name, method]))
const solverIds = solverContract.map(({ id }) => id)

/** Compares the messages of one `/flash` session with the AsyncAPI document; answers are recognized by the calls before. */
export class FlashConversation {
	readonly #calls = new Map<unknown, string>()

	/** Records a maker's message of any kind. */
	sent(text: string): void {
		for (const { id, method } of messagesIn(text))
			if (id !== undefined) this.#calls.set(id, typeof method === 'string' ? method : '')
	}

	/** Checks what the service sent. */
	received(text: string): Finding[] {
		const messages = messagesIn(text)
		if (messages.length === 0)
			return [{ seen: 'flash', faults: [`an empty message or no JSON: ${text.slice(0, 300)}`] }]
		return messages.map(message => ('method' in message ? this.#notification(message) : this.#answer(message)))
	}

	#notification(message: Json): Finding {
		const method = methods.get(message.method)
		const seen = `flash ${message.method}`
		if (method?.sentBy !== 'service') return { seen, faults: [`${seen} is not documented`] }
		const code = message.method === 'platform.error' ? ` ${message.params?.data?.code}` : ''
		return { seen: seen + code, faults: faultsOf(seen, method.id, message) }
	}

	#answer(message: Json): Finding {
		const name = this.#calls.get(message.id)
		const method = name === undefined ? undefined : methods.get(name)
		const code = message.error === undefined ? undefined : String(message.error.data?.code)
		const seen = `flash ${method?.id ?? 'unknown'} ${code ?? 'result'}`
		if (method === undefined || method.sentBy === 'service') return checkUnknown(seen, message)
		if (code === undefined) return { seen, faults: faultsOf(seen, `${method.id}Result`, message) }
		const isListed = flashErrorsOf(method).some(listed => listed === code)
		const fault = isListed ? [] : [`${seen} is not documented: ${JSON.stringify(message.error)}`]
		return { seen, faults: [...fault, ...faultsOf(seen, `${method.id}Error`, message)] }
	}
}

/** Compares a message of `/subintent-stream` with the AsyncAPI document. */
export function checkSolverMessage(text: string): Finding {
	const [message] = messagesIn(text)
	const seen = `solver ${message?.method}`
	const fits = (id: string) => misfit('sockets', pointer('components', 'messages', id, 'payload'), message)
	const faults = solverIds.map(id => fits(id))
	return { seen, faults: faults.includes(undefined) ? [] : [`${seen}: ${faults[0]}: ${text.slice(0, 600)}`] }
}

/** A response to no known call: always an error, of the kinds that any message can cause. */
function checkUnknown(seen: string, { error }: Json): Finding {
	const codes = ['method_not_found', 'malformed_json', 'invalid_request', 'busy', 'rate_limited', 'body_too_large']
	const isKnown = codes.includes(error?.data?.code)
	return { seen, faults: isKnown ? [] : [`${seen}: ${JSON.stringify(error)}`] }
}

function faultsOf(seen: string, messageId: string, message: Json): string[] {
	const fault = misfit('sockets', pointer('components', 'messages', messageId, 'payload'), message)
	return fault === undefined ? [] : [`${seen}: ${fault}: ${JSON.stringify(message).slice(0, 600)}`]
}

function messagesIn(text: string): Json[] {
	try {
		const read = JSON.parse(text)
		return [read].flat().filter(message => typeof message === 'object' && message !== null)
	} catch {
		return []
	}
}
