/** The `details` of a Gateway error, which depend on its type. */
type RefusalDetails =
	| { type: 'InvalidRequestError'; validation_errors: { path: string; errors: string[] }[] }
	| { type: 'InvalidTransactionError' }
	| { type: 'EntityNotFoundError'; address: string }
	| { type: 'TransactionNotFoundError'; intent_hash: string }
	| { type: 'InternalServerError'; exception: string; cause: string }

/** A request that a Gateway would refuse, with the status and body of its answer. */
export class GatewayRefusal extends Error {
	override readonly name = 'GatewayRefusal'
	readonly status: number
	readonly details: RefusalDetails

	constructor(status: number, message: string, details: RefusalDetails) {
		super(message)
		this.status = status
		this.details = details
	}

	static invalidRequest(validationErrors: { path: string; errors: string[] }[]): GatewayRefusal {
		return new GatewayRefusal(400, 'One or more validation errors occurred', {
			type: 'InvalidRequestError',
			validation_errors: validationErrors,
		})
	}

	static invalidTransaction(message: string): GatewayRefusal {
		return new GatewayRefusal(400, message, { type: 'InvalidTransactionError' })
	}

	static entityNotFound(address: string): GatewayRefusal {
		return new GatewayRefusal(404, 'Entity not found', { type: 'EntityNotFoundError', address })
	}

	static transactionNotFound(transactionId: string): GatewayRefusal {
		return new GatewayRefusal(404, 'Transaction not found', {
			type: 'TransactionNotFoundError',
			intent_hash: transactionId,
		})
	}

	static internal(traceId: string): GatewayRefusal {
		return new GatewayRefusal(500, 'Internal server error', {
			type: 'InternalServerError',
			exception: 'InternalServerException',
			cause: `Unexpected server error. Trace id: ${traceId}`,
		})
	}
}
