/** Messages to the host page: an order was sent, how it ended, and how high the content is, in CSS pixels. */
export type HostMessage =
	| { readonly type: 'accord:height'; readonly height: number }
	| { readonly type: 'accord:order'; readonly order: string }
	| { readonly type: 'accord:ended'; readonly order: string; readonly state: string; readonly transaction?: string }

/** Whether the swap is shown alone, for a frame. */
export function isEmbedded(): boolean {
	return window.location.pathname === '/embed'
}

/**
 * Notifies the host page. The host may know: by the service's policy, the browser shows the frame only in permitted
 * pages.
 */
export function tellHost(message: HostMessage): void {
	const origin = hostOrigin()
	if (origin !== undefined) window.parent.postMessage(message, origin)
}

/** The host page's origin; undefined if there is no host, or if neither the browser nor the referrer names it. */
function hostOrigin(): string | undefined {
	if (window.parent === window) return undefined
	const [ancestor] = window.location.ancestorOrigins ?? []
	if (ancestor !== undefined) return ancestor
	return URL.canParse(document.referrer) ? new URL(document.referrer).origin : undefined
}
