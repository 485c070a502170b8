import { TradeError } from '@accord/protocol'
import type { TradeApp } from './trade-app.ts'

type Route = { readonly segments: readonly string[]; readonly methods: Set<string> }

/** Tells a path that does not exist (404) from one that exists with other methods (405, with `Allow`). */
export function answerUnknownRoutes(app: TradeApp): void {
	const routes: Route[] = []
	app.addHook('onRoute', ({ url, method }) => {
		routes.push({ segments: segmentsOf(url), methods: new Set([method].flat()) })
	})
	app.setNotFoundHandler((request, reply) => {
		const allowed = methodsAt(routes, segmentsOf(request.url))
		if (allowed.length === 0) throw new TradeError('not_found', `there is nothing at ${request.url.slice(0, 256)}`)
		reply.header('allow', allowed.join(', '))
		throw new TradeError('method_not_allowed', `expected ${allowed.join(' or ')}, found ${request.method}`)
	})
}

function methodsAt(routes: readonly Route[], segments: readonly string[]): string[] {
	const here = routes.filter(route => route.segments.length === segments.length && matches(route.segments, segments))
	return [...new Set(here.flatMap(route => [...route.methods]))]
}

function matches(pattern: readonly string[], segments: readonly string[]): boolean {
	return pattern.every((part, at) => part.startsWith(':') || part === segments[at])
}

function segmentsOf(url: string): string[] {
	return (url.split('?')[0] ?? '').split('/').filter(segment => segment !== '')
}
