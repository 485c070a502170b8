/** What the page around the frame is told: that an order was sent, and how it ended. */
export type HostMessage =
	| { readonly type: 'accord:order'; readonly order: string }
	| { readonly type: 'accord:ended'; readonly order: string; readonly state: string; readonly transaction?: string }

/** Whether the swap is shown by itself, for a frame. */
export function isEmbedded(): boolean {
	return window.location.pathname === '/embed'
}

/** Tells the page around the frame. That one is allowed to: the browser shows the frame to no other, by the service's policy. */
export function tellHost(message: HostMessage): void {
	const origin = hostOrigin()
	if (origin !== undefined) window.parent.postMessage(message, origin)
}

/** The origin of the page around; undefined without one, or where neither the browser nor the referrer names it. */
function hostOrigin(): string | undefined {
	if (window.parent === window) return undefined
	const [ancestor] = window.location.ancestorOrigins ?? []
	if (ancestor !== undefined) return ancestor
	return URL.canParse(document.referrer) ? new URL(document.referrer).origin : undefined
}
