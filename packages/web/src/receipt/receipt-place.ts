/** Why the browser cannot ask a Gateway at this address; undefined if it can. Its policy allows HTTPS, and HTTP on this machine. */
export function gatewayProblem(url: string): string | undefined {
	if (!URL.canParse(url)) return 'Enter the address of a Gateway, such as https://mainnet.radixdlt.com.'
	const { protocol, hostname } = new URL(url)
	if (protocol === 'https:') return undefined
	if (protocol === 'http:' && ['127.0.0.1', 'localhost'].includes(hostname)) return undefined
	return 'A Gateway elsewhere needs an address that begins with https://.'
}

/** Whether this document only shows a receipt. */
export function isReceipt(): boolean {
	return window.location.pathname === '/receipt'
}
