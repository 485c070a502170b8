import { serveNetwork } from '../served/network.ts'
import { itemsOf, publishCopies, publishOne } from '../served/publish-copies.ts'

serveNetwork(network => {
	const { db } = network.service
	const published = publishOne(network).then(async of => ({ of, items: await itemsOf(db, of) }))
	return {
		message: async () => {
			const { items } = await published
			return JSON.stringify({ jsonrpc: '2.0', id: null, method: 'new_subintent_bundle', params: items })
		},
		send: async count => publishCopies({ db }, { ...(await published), count: Number(count) }),
	}
})
