import type { ErrorCode } from './error-table.ts'

/** WebSocket close codes by error; the reason of the close frame is the error's code. */
export const closeCodes = {
	shutting_down: 1001,
	body_too_large: 1009,
	internal: 1011,
	unauthorized: 4001,
	slow_consumer: 4008,
	log_restarted: 4009,
	rate_limited: 4029,
} as const satisfies Partial<Record<ErrorCode, number>>

/** An error that closes a socket. */
export type CloseReason = keyof typeof closeCodes
