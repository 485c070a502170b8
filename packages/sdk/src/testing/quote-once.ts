// A maker that sets one book and says when it is gone: quote-once.ts <flash URL>
import { pairKey } from '@accord/protocol'
import { MakerClient } from '../maker/maker-client.ts'

const [flashUrl = ''] = process.argv.slice(2)
const maker = new MakerClient({
	flashUrl,
	apiKey: 'key',
	onState: () => undefined,
	onBooksWithdrawn: ({ pairs, reason }) => console.log(reason, pairs.map(pairKey).join()),
})
await maker.connect()
maker.onNewOrder(() => undefined, { deadManTimerS: 1 })
maker.setPriceBook({ pair: { base: 'XRD', quote: 'xUSDC' }, bids: [{ price: '0.05', amount: '1000' }], asks: [] })
