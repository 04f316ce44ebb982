import { createRoute } from '@tanstack/react-router'
import {
  CompareModelsPage,
  modelCompareSearch,
  modelDetailSearch,
  modelListSearch,
  PlaygroundPage,
} from '#areas/models'
import { lazyPage } from '#lib/loading/lazy-page.ts'
import { inShell, leadTo } from './frame-routes.ts'

export const modelRoutes = {
  model: createRoute({ getParentRoute: inShell, path: '/model', beforeLoad: leadTo('/model/list') }),
  models: createRoute({
    getParentRoute: inShell,
    path: '/model/list',
    validateSearch: modelListSearch,
    component: lazyPage(() => import('./pages/models-page.tsx'), 'ModelsPage'),
  }),
  modelDetail: createRoute({
    getParentRoute: inShell,
    path: '/model/list/model/$id',
    validateSearch: modelDetailSearch,
    component: lazyPage(() => import('./pages/model-page.tsx'), 'ModelPage'),
  }),
  playground: createRoute({
    getParentRoute: inShell,
    path: '/model/list/model/$id/try',
    component: PlaygroundPage,
  }),
  compareModels: createRoute({
    getParentRoute: inShell,
    path: '/model/compare',
    validateSearch: modelCompareSearch,
    component: CompareModelsPage,
  }),
}
