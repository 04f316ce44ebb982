import { ModelListPage } from '#areas/models'
import { DeployModel, ModelDeployments } from '#areas/rollouts'

export function ModelsPage() {
  return <ModelListPage Deploy={DeployModel} Deployments={ModelDeployments} />
}
