import { type ErrorCode, errorTable, TradeError } from '@accord/protocol'
import { ConnectionError } from '@accord/sdk'

// CCXT's errors by name and in its hierarchy, as far as they occur. With the option `errors: ccxt` CCXT's own are thrown,
// so that `instanceof ccxt.BadSymbol` holds.

export type ErrorClass = new (message: string) => Error

class BaseError extends Error {
	constructor(message: string, options?: ErrorOptions) {
		super(message, options)
		this.name = new.target.name
	}
}
class ExchangeError extends BaseError {}
class AuthenticationError extends ExchangeError {}
class PermissionDenied extends AuthenticationError {}
class ArgumentsRequired extends ExchangeError {}
class BadRequest extends ExchangeError {}
class BadSymbol extends BadRequest {}
class OperationRejected extends ExchangeError {}
class InsufficientFunds extends ExchangeError {}
class InvalidAddress extends ExchangeError {}
class InvalidOrder extends ExchangeError {}
class OrderNotFound extends InvalidOrder {}
class OrderNotFillable extends InvalidOrder {}
class NotSupported extends ExchangeError {}
class ExchangeClosedByUser extends ExchangeError {}
class OperationFailed extends BaseError {}
class NetworkError extends OperationFailed {}
class RateLimitExceeded extends NetworkError {}
class ExchangeNotAvailable extends NetworkError {}
class OnMaintenance extends ExchangeNotAvailable {}
class RequestTimeout extends NetworkError {}

/** The classes that are thrown unless others are given. */
export const errorClasses = {
	...{ BaseError, ExchangeError, AuthenticationError, PermissionDenied, ArgumentsRequired, BadRequest, BadSymbol },
	...{ OperationRejected, InsufficientFunds, InvalidAddress, InvalidOrder, OrderNotFound, OrderNotFillable },
	...{ NotSupported, OperationFailed, NetworkError, RateLimitExceeded, ExchangeNotAvailable, OnMaintenance },
	...{ RequestTimeout, ExchangeClosedByUser },
}
export type ErrorName = keyof typeof errorClasses

const names: Partial<Record<ErrorCode, ErrorName>> = {
	unknown_pair: 'BadSymbol',
	unknown_token: 'BadSymbol',
	no_liquidity: 'OrderNotFillable',
	exposure_limit: 'OrderNotFillable',
	self_trade: 'OrderNotFillable',
	insufficient_funds: 'InsufficientFunds',
	unknown_order: 'OrderNotFound',
	order_not_open: 'OrderNotFound',
	order_not_cancellable: 'InvalidOrder',
	account_paused: 'OperationRejected',
	package_paused: 'OperationRejected',
	too_many_open_orders: 'OperationRejected',
	invalid_address: 'InvalidAddress',
	wrong_network: 'InvalidAddress',
	unauthorized: 'AuthenticationError',
	not_signed: 'AuthenticationError',
	invalid_signature: 'AuthenticationError',
	not_account_owner: 'AuthenticationError',
	forbidden: 'PermissionDenied',
	invalid_decimal: 'BadRequest',
	validation_failed: 'BadRequest',
	rate_limited: 'RateLimitExceeded',
	orders_paused: 'OnMaintenance',
	shutting_down: 'OnMaintenance',
	request_timeout: 'RequestTimeout',
}

/** The name of CCXT's error for a refusal: trouble of the service may be retried, a refused order may not. */
export function errorName(error: TradeError | ConnectionError): ErrorName {
	if (error instanceof ConnectionError) return 'ExchangeNotAvailable'
	const { httpStatus } = errorTable[error.code]
	return names[error.code] ?? (httpStatus >= 500 ? 'ExchangeNotAvailable' : 'InvalidOrder')
}

/** Makes errors of the given classes; what is not an error of the service stays as it is. */
export class Errors {
	readonly #classes: Readonly<Partial<Record<ErrorName, ErrorClass>>>

	constructor(classes: Readonly<Partial<Record<ErrorName, ErrorClass>>> = {}) {
		this.#classes = { ...errorClasses, ...pick(classes) }
	}

	make(name: ErrorName, message: string, cause?: unknown): Error {
		const error = new (this.#classes[name] ?? errorClasses[name])(`accord ${message}`)
		return cause === undefined ? error : Object.assign(error, { cause })
	}

	/** The answer, or its refusal as CCXT's error with ours as `cause`. */
	async of<Answer>(answer: Promise<Answer>): Promise<Answer> {
		try {
			return await answer
		} catch (error) {
			if (error instanceof TradeError) throw this.make(errorName(error), `${error.code}: ${error.message}`, error)
			if (error instanceof ConnectionError) throw this.make(errorName(error), error.message, error)
			throw error
		}
	}
}

/** Only the errors of a larger object, such as the whole of `ccxt`. */
function pick(classes: Readonly<Partial<Record<ErrorName, ErrorClass>>>) {
	const given = Object.keys(errorClasses).flatMap(name => {
		const each = classes[name as ErrorName]
		return each === undefined ? [] : [[name, each] as const]
	})
	return Object.fromEntries(given)
}
