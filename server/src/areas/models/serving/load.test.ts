import { proveServing } from '../testing/serving-load.ts'

proveServing({ clients: 80, seconds: 3 })
