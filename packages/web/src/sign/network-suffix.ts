/** How addresses of a Radix network end their prefix: `account_sim1…`, `resource_rdx1…`. */
export function networkSuffix(networkId: number): string {
	if (networkId === 1) return 'rdx'
	if (networkId === 2) return 'tdx_2_'
	if (networkId === 242) return 'sim'
	return `tdx_${networkId.toString(16)}_`
}
