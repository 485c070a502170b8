export { type AuditBreak, AuditChain, type AuditPlace, auditHash, firstHash } from './audit/audit-chain.ts'
export type { Config } from './config/config.ts'
export { type KnownNetwork, knownNetworks } from './config/networks.ts'
export { ConfigError, parseConfig, readConfig, readMarkerConfig } from './config/read-config.ts'
export { type Setting, settingList, settingName } from './config/setting-list.ts'
export {
	isSection,
	mergeLayers,
	readLayers,
	type SettingsLayers,
	type SettingsSource,
	serviceKeyFiles,
} from './config/settings-layers.ts'
export { createEmbedded, type EmbeddedServer, startEmbedded } from './db/embedded/embedded-server.ts'
export { type Guarded, spawnGuarded } from './db/embedded/guarded-process.ts'
export { type OpenDatabase, openDatabase } from './db/open-database.ts'
export type { Database } from './db/tables.ts'
export { type MatchRecord, replayMatch } from './matching/match-record.ts'
export { failService, runService } from './run-service.ts'
export type { Service, ServiceDeps } from './service.ts'
export { startService } from './start-service.ts'
