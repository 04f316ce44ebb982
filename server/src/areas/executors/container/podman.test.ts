import { describeContainers } from '../testing/container-tests.ts'
import { engineFor } from '../testing/expected-engine.ts'

describeContainers('podman', await engineFor('podman'))
