import { serveNetwork } from './network.ts'

serveNetwork()
