import { createRoute, createRouter } from '@tanstack/react-router'
import { AccountPage, PeoplePage } from '#areas/accounts'
import { StudioPage, studioSearch } from '#areas/annotation'
import { AssistPage } from '#areas/assist'
import { AutoLabelPage, autoLabelSearch, LabelErrorsPage, labelErrorSearch } from '#areas/auto-label'
import { DatasetListPage, datasetListSearch, DatasetPage, datasetSearch } from '#areas/datasets'
import { commandSearch, commandsSearch, deviceDetailSearch, deviceListSearch } from '#areas/devices'
import {
  ArtifactListPage,
  artifactListSearch,
  RolloutDetailPage,
  rolloutDetailSearch,
  RolloutListPage,
  rolloutListSearch,
} from '#areas/rollouts'
import { EvaluationListPage, evaluationListSearch, EvaluationPage, evaluationSearch } from '#areas/data-evaluation'
import { SpaceFilesPage, spaceFilesSearch } from '#areas/files'
import { CaptionsPage, captionsSearch, FineTuningListPage, fineTuningListSearch } from '#areas/fine-tuning'
import { GenerationListPage, generationListSearch, GenerationPage, generationSearch } from '#areas/generation'
import { AuditPage, auditSearch } from '#areas/audit'
import { HealthPage, ResourcePage, resourceSearch } from '#areas/monitoring'
import { AboutPage, AppearancePage, GeneralPage, ServicesPage, servicesSearch } from '#areas/settings'
import { ImageSearchPage, imageSearchSearch } from '#areas/search'
import { SpaceListPage, spaceListSearch, SpaceReportPage, spaceReportSearch } from '#areas/spaces'
import {
  compareSearch,
  CompareTasksPage,
  ImagesPage,
  imagesSearch,
  PoolsPage,
  poolsSearch,
  taskDetailSearch,
  taskListSearch,
} from '#areas/tasks'
import { WelcomePage } from '#areas/welcome'
import { loadCode } from '#lib/loading/load-code.ts'
import { lazyPage } from '#lib/loading/lazy-page.ts'
import { useSystem } from '#lib/system.ts'
import { PageSpinner } from '#ui/feedback/states.tsx'
import { inShell, leadTo, login, root, shell } from './frame-routes.ts'
import { modelRoutes } from './model-routes.ts'
import { sweepRoutes } from './sweep-routes.ts'
import { CrashPage } from './pages/crash.tsx'
import { NotFoundPage } from './pages/not-found.tsx'
import { trashSearch } from './settings/trash-search.ts'

/** The pages inside the shell. They are declared outside the tree, which would lose their types. */
const pages = {
  start: createRoute({ getParentRoute: inShell, path: '/', beforeLoad: leadTo(() => useSystem.getState().start) }),
  welcome: createRoute({ getParentRoute: inShell, path: '/welcome', component: WelcomePage }),
  space: createRoute({ getParentRoute: inShell, path: '/space', beforeLoad: leadTo('/space/list') }),
  spaceList: createRoute({
    getParentRoute: inShell,
    path: '/space/list',
    validateSearch: spaceListSearch,
    component: SpaceListPage,
  }),
  spaceFiles: createRoute({
    getParentRoute: inShell,
    path: '/space/list/file/$id',
    validateSearch: spaceFilesSearch,
    component: SpaceFilesPage,
  }),
  spaceReport: createRoute({
    getParentRoute: inShell,
    path: '/space/list/file/$id/report',
    validateSearch: spaceReportSearch,
    component: SpaceReportPage,
  }),
  generations: createRoute({
    getParentRoute: inShell,
    path: '/space/list/file/$id/generations',
    validateSearch: generationListSearch,
    component: GenerationListPage,
  }),
  generation: createRoute({
    getParentRoute: inShell,
    path: '/space/list/file/$id/generations/$generationId',
    validateSearch: generationSearch,
    component: GenerationPage,
  }),
  dataEvaluations: createRoute({
    getParentRoute: inShell,
    path: '/space/list/file/$id/evaluations',
    validateSearch: evaluationListSearch,
    component: EvaluationListPage,
  }),
  dataEvaluation: createRoute({
    getParentRoute: inShell,
    path: '/space/list/file/$id/evaluations/$evaluationId',
    validateSearch: evaluationSearch,
    component: EvaluationPage,
  }),
  dataSetList: createRoute({
    getParentRoute: inShell,
    path: '/data-set/list',
    validateSearch: datasetListSearch,
    component: DatasetListPage,
  }),
  imageSearch: createRoute({
    getParentRoute: inShell,
    path: '/data-set/search',
    validateSearch: imageSearchSearch,
    component: ImageSearchPage,
  }),
  dataSetItems: createRoute({
    getParentRoute: inShell,
    path: '/data-set/list/file/$id',
    validateSearch: datasetSearch,
    component: DatasetPage,
  }),
  autoLabel: createRoute({
    getParentRoute: inShell,
    path: '/data-set/list/file/$id/auto-label',
    validateSearch: autoLabelSearch,
    component: AutoLabelPage,
  }),
  labelErrors: createRoute({
    getParentRoute: inShell,
    path: '/data-set/list/file/$id/label-errors',
    validateSearch: labelErrorSearch,
    component: LabelErrorsPage,
  }),
  tasks: createRoute({
    getParentRoute: inShell,
    path: '/compute/tasks',
    validateSearch: taskListSearch,
    component: lazyPage(() => import('./pages/tasks-page.tsx'), 'TasksPage'),
  }),
  task: createRoute({
    getParentRoute: inShell,
    path: '/compute/taskdetail/$id',
    validateSearch: taskDetailSearch,
    // Runs at each change of the tab as well. It is not awaited: the page shows its own loading state.
    loader: ({ params: { id }, location: { search } }) =>
      void loadCode(() => import('./pages/task-page.tsx')).then(
        ({ prepareTask }) => prepareTask(id, taskDetailSearch.parse(search)),
        () => undefined,
      ),
    component: lazyPage(() => import('./pages/task-page.tsx'), 'TaskPage'),
  }),
  compareTasks: createRoute({
    getParentRoute: inShell,
    path: '/compute/compare',
    validateSearch: compareSearch,
    component: CompareTasksPage,
  }),
  pools: createRoute({
    getParentRoute: inShell,
    path: '/compute/pools',
    validateSearch: poolsSearch,
    component: PoolsPage,
  }),
  images: createRoute({
    getParentRoute: inShell,
    path: '/compute/images',
    validateSearch: imagesSearch,
    component: ImagesPage,
  }),
  ...modelRoutes,
  ...sweepRoutes,
  dataSet: createRoute({ getParentRoute: inShell, path: '/data-set', beforeLoad: leadTo('/data-set/list') }),
  studio: createRoute({
    getParentRoute: inShell,
    path: '/data-set/list/file/$id/annotate/$itemId',
    validateSearch: studioSearch,
    component: StudioPage,
  }),
  compute: createRoute({ getParentRoute: inShell, path: '/compute', beforeLoad: leadTo('/compute/tasks') }),
  fineTuning: createRoute({ getParentRoute: inShell, path: '/fineTuning', beforeLoad: leadTo('/fineTuning/tasks') }),
  fineTuningTasks: createRoute({
    getParentRoute: inShell,
    path: '/fineTuning/tasks',
    validateSearch: fineTuningListSearch,
    component: FineTuningListPage,
  }),
  captions: createRoute({
    getParentRoute: inShell,
    path: '/fineTuning/captions',
    validateSearch: captionsSearch,
    component: CaptionsPage,
  }),
  board: createRoute({ getParentRoute: inShell, path: '/board', beforeLoad: leadTo('/board/list') }),
  boardList: createRoute({
    getParentRoute: inShell,
    path: '/board/list',
    validateSearch: deviceListSearch,
    component: lazyPage(() => import('./pages/devices-page.tsx'), 'DevicesPage'),
  }),
  boardDevice: createRoute({
    getParentRoute: inShell,
    path: '/board/list/device/$id',
    validateSearch: deviceDetailSearch,
    component: lazyPage(() => import('./pages/device-page.tsx'), 'DevicePage'),
  }),
  boardCommands: createRoute({
    getParentRoute: inShell,
    path: '/board/list/commands',
    validateSearch: commandsSearch,
    component: lazyPage(() => import('./pages/command-pages.tsx'), 'CommandsPage'),
  }),
  boardCommand: createRoute({
    getParentRoute: inShell,
    path: '/board/list/command/$id',
    validateSearch: commandSearch,
    component: lazyPage(() => import('./pages/command-pages.tsx'), 'CommandPage'),
  }),
  boardRollouts: createRoute({
    getParentRoute: inShell,
    path: '/board/rollouts',
    validateSearch: rolloutListSearch,
    component: RolloutListPage,
  }),
  boardRollout: createRoute({
    getParentRoute: inShell,
    path: '/board/rollouts/rollout/$id',
    validateSearch: rolloutDetailSearch,
    component: RolloutDetailPage,
  }),
  boardArtifacts: createRoute({
    getParentRoute: inShell,
    path: '/board/artifacts',
    validateSearch: artifactListSearch,
    component: ArtifactListPage,
  }),
  audit: createRoute({
    getParentRoute: inShell,
    path: '/audit',
    validateSearch: auditSearch,
    component: AuditPage,
  }),
  resource: createRoute({
    getParentRoute: inShell,
    path: '/resource',
    validateSearch: resourceSearch,
    component: ResourcePage,
  }),
  unknown: createRoute({ getParentRoute: inShell, path: '$', component: NotFoundPage }),
}

const settings = createRoute({
  getParentRoute: inShell,
  path: '/settings',
  component: lazyPage(() => import('./settings/settings-layout.tsx'), 'SettingsLayout'),
})

const inSettings = () => settings

const sections = {
  start: createRoute({ getParentRoute: inSettings, path: '/', beforeLoad: leadTo('/settings/common') }),
  common: createRoute({ getParentRoute: inSettings, path: '/common', component: GeneralPage }),
  appearance: createRoute({ getParentRoute: inSettings, path: '/appearance', component: AppearancePage }),
  account: createRoute({ getParentRoute: inSettings, path: '/account', component: AccountPage }),
  people: createRoute({ getParentRoute: inSettings, path: '/accounts', component: PeoplePage }),
  services: createRoute({
    getParentRoute: inSettings,
    path: '/services',
    validateSearch: servicesSearch,
    component: ServicesPage,
  }),
  assist: createRoute({ getParentRoute: inSettings, path: '/assist-models', component: AssistPage }),
  trash: createRoute({
    getParentRoute: inSettings,
    path: '/trash',
    validateSearch: trashSearch,
    component: lazyPage(() => import('./pages/trash-page.tsx'), 'TrashPage'),
  }),
  health: createRoute({ getParentRoute: inSettings, path: '/health', component: HealthPage }),
  about: createRoute({ getParentRoute: inSettings, path: '/about', component: AboutPage }),
}

const tree = root.addChildren({
  login,
  shell: shell.addChildren({ ...pages, settings: settings.addChildren(sections) }),
})

export const router = createRouter({
  routeTree: tree,
  basepath: new URL(document.baseURI).pathname,
  scrollRestoration: true,
  scrollToTopSelectors: ['#content', '[data-scroll-restoration-id="list"]'],
  defaultPreload: 'intent',
  defaultPendingMs: 150,
  defaultPendingMinMs: 0,
  defaultPendingComponent: PageSpinner,
  defaultErrorComponent: CrashPage,
  defaultNotFoundComponent: NotFoundPage,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
