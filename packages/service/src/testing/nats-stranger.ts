import { connect, type NatsConnection } from '@nats-io/transport-node'

/** A client of a NATS server that is not one of the service's nodes. */
export async function connectStranger(url: string): Promise<NatsConnection> {
	return await connect({ servers: url })
}
