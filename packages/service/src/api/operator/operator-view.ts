import type { FastifyInstance } from 'fastify'
import { pageDirectory, servePageFiles } from '../page/page-files.ts'
import { operatorViewPolicy } from '../page/page-policy.ts'

// The view comes from the operator's own port, so that browsers take it and the interface for one origin: the public page can
// reach neither, and the interface answers no other origin. Its files are those of the public page, with nothing of the
// operator's in them.

/** Where the view is; the page knows by it what to show. */
const viewPath = '/operator'

/** Serves the operator's view, which asks for a key and shows what that may read. */
export function registerOperatorView(app: FastifyInstance, directory: string = pageDirectory): void {
	const config = { isOpen: true } as const
	app.register(async scope => {
		const sendPage = await servePageFiles(scope, { directory, config })
		scope.get('/', { config }, (_, reply) => reply.redirect(viewPath))
		scope.get(viewPath, { config }, (_, reply) => sendPage(reply, operatorViewPolicy()))
	})
}
