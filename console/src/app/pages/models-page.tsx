import { ModelListPage } from '#areas/models'
import { DeployModel } from '#areas/rollouts'

export function ModelsPage() {
  return <ModelListPage Deploy={DeployModel} />
}
