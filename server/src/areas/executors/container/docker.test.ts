import { describeContainers } from '../testing/container-tests.ts'
import { engineFor } from '../testing/expected-engine.ts'

describeContainers('docker', await engineFor('docker'))
