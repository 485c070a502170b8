/** What limits per address go by: an IPv4 address, or the /64 of an IPv6 address, all of which one subscriber has. */
export function clientAddress(ip: string): string {
	const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
	if (mapped !== undefined) return mapped
	if (!ip.includes(':')) return ip
	const [head = [], tail = []] = ip.split('::').map(part => part.split(':').filter(group => group !== ''))
	const zeros = Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0')
	return [...head, ...zeros, ...tail].slice(0, 4).join(':')
}
