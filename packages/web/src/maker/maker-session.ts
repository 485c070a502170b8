import { DexClient } from '@accord/sdk'
import { InstamintClient, MakerApi } from '@accord/sdk/maker'
import { readKey } from '../key-view/entered-key.ts'
import { type KeySession, KeySessions } from '../key-view/key-sessions.ts'
import { fetchWatched } from '../session/session.tsx'
import { makerKeyKind } from './maker-key.ts'

export type MakerClients = { readonly api: MakerApi; readonly dex: DexClient; readonly instamint: InstamintClient }

/** What a maker's key gives access to. */
export type MakerSession = KeySession<MakerClients>

export const makerSessions = new KeySessions<MakerClients>({
	queries: 'maker',
	open: text => {
		// The page retries failures itself, at its own rate.
		const options = {
			baseUrl: window.location.origin,
			apiKey: readKey(text, makerKeyKind),
			fetch: fetchWatched,
			retriesMax: 0,
		}
		return { api: new MakerApi(options), dex: new DexClient(options), instamint: new InstamintClient(options) }
	},
	prove: ({ api }) => api.limits(),
})
