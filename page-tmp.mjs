import { DexClient } from '@accord/sdk'
globalThis.dex = new DexClient({ baseUrl: '/' })
