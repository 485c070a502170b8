export { type Config, parseConfig, readConfig } from './config/config.ts'
export { type Service, type ServiceDeps, startService } from './service.ts'
export { wallClock } from './wall-clock.ts'
