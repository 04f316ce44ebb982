import { proveServing } from '../testing/serving-load.ts'

proveServing({ clients: 200, seconds: 60 })
