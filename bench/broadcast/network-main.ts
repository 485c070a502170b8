import { serveNetwork } from '../served/network.ts'
import { publishCopies, publishOne } from '../served/publish-copies.ts'

serveNetwork(network => {
	const published = publishOne(network)
	return {
		message: async () => {
			const { items } = await network.service.db
				.selectFrom('bundle')
				.select('items')
				.where('order_hash', '=', await published)
				.executeTakeFirstOrThrow()
			return JSON.stringify({ jsonrpc: '2.0', id: null, method: 'new_subintent_bundle', params: items })
		},
		send: async count => publishCopies(network.service, { of: await published, count: Number(count) }),
	}
})
