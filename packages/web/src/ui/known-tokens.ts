/** A token as it is known by its address: an address cannot be imitated, a symbol can. */
export type KnownToken = { readonly symbol: string; readonly drawing: 'xrd' | 'btc' | 'eth' | 'usdc' | 'usdt' }

const xrd: KnownToken = { symbol: 'XRD', drawing: 'xrd' }
const xUsdc: KnownToken = { symbol: 'xUSDC', drawing: 'usdc' }
const xUsdt: KnownToken = { symbol: 'xUSDT', drawing: 'usdt' }
const xwBtc: KnownToken = { symbol: 'xwBTC', drawing: 'btc' }
const xEth: KnownToken = { symbol: 'xETH', drawing: 'eth' }

/** By resource address: on mainnet, on stokenet, and on every local ledger. */
const byAddress: ReadonlyMap<string, KnownToken> = new Map([
	['resource_rdx1tknxxxxxxxxxradxrdxxxxxxxxx009923554798xxxxxxxxxradxrd', xrd],
	['resource_rdx1t4upr78guuapv5ept7d7ptekk9mqhy605zgms33mcszen8l9fac8vf', xUsdc],
	['resource_rdx1thrvr3xfs2tarm2dl9emvs26vjqxu6mqvfgvqjne940jv0lnrrg7rw', xUsdt],
	['resource_rdx1t580qxc7upat7lww4l2c4jckacafjeudxj5wpjrrct0p3e82sq4y75', xwBtc],
	['resource_rdx1th88qcj5syl9ghka2g9l7tw497vy5x6zaatyvgfkwcfe8n9jt2npww', xEth],
	['resource_tdx_2_1tknxxxxxxxxxradxrdxxxxxxxxx009923554798xxxxxxxxxtfd2jc', xrd],
	['resource_sim1tknxxxxxxxxxradxrdxxxxxxxxx009923554798xxxxxxxxxakj8n3', xrd],
	['resource_sim1thrfycmzxm5ks2yndq90md39usqsnzg7w8769vddwx6h3exuvkld35', xUsdc],
	['resource_sim1t55uaj8u09yh0vupua3dxqecdcmcdrp4wykd272pa8fp7sez39drfr', xUsdt],
	['resource_sim1thpa0vdsh039sjwxmvujdvj2906ayp7fzwlepd0jkdg3pn0f48gwvk', xwBtc],
	['resource_sim1th56guq75q9fvkjc5pqmwttr53429fkh5g5lg9upwrp7s89lhmwtg0', xEth],
])

const symbols = new Set([...byAddress.values()].map(({ symbol }) => symbol.toLowerCase()))

type Listed = { readonly symbol: string; readonly resourceAddress: string }

/** What the page knows of a token that the service lists; undefined unless address and symbol belong together. */
export function knownToken({ symbol, resourceAddress }: Listed): KnownToken | undefined {
	const known = byAddress.get(resourceAddress)
	return known?.symbol === symbol ? known : undefined
}

/** Whether a token has the symbol of a known one, or nearly, and another address; or a known address and another symbol. */
export function isMisnamed(token: Listed): boolean {
	if (knownToken(token) !== undefined) return false
	return byAddress.has(token.resourceAddress) || symbols.has(token.symbol.toLowerCase())
}
