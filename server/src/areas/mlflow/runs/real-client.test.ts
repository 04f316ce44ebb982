import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { metricEndpoints } from '@vermilion/contract/tasks/metrics'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { stopTasks } from '../../tasks/testing/stop-tasks.ts'
import { startTrackedTask, trackedPrograms } from '../testing/tracked-task.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ environment: { VERMILION_BASE_PATH: '/vermilion' }, tasks: trackedPrograms })
})
afterAll(async () => {
  await stopTasks(server)
  await server.stop()
})

/** Runs MLflow's real client where Python has it. `VERMILION_PYTHON` selects the interpreter. */
const python = process.env['VERMILION_PYTHON'] ?? 'python3'
const run = promisify(execFile)
const hasClient = await run(python, ['-c', 'import mlflow'], { timeout: 60_000 }).then(
  () => true,
  () => false,
)
test.skipIf(!hasClient)('R2.22 the real MLflow client logs a loop (skipped where Python has no mlflow)', async () => {
  const { id, environment } = await startTrackedTask(server)
  const loop = `
import mlflow, os, tempfile
mlflow.set_experiment("floors")
with mlflow.start_run():
    mlflow.log_params({"lr": 0.01, "epochs": 3})
    for step in range(3):
        mlflow.log_metrics({"loss": 1 / (step + 1), "acc": float("nan") if step == 0 else step}, step=step)
    mlflow.set_tag("note", "x")
    path = os.path.join(tempfile.mkdtemp(), "weights.txt")
    open(path, "w").write("weights")
    mlflow.log_artifact(path)
    run = mlflow.active_run().info.run_id
    assert [a.path for a in mlflow.MlflowClient().list_artifacts(run)] == ["weights.txt"]
    assert len(mlflow.MlflowClient().get_metric_history(run, "loss")) == 3
    folds = []
    for fold in range(2):
        with mlflow.start_run(run_name="fold", nested=True) as child:
            mlflow.log_param("fold", fold)
            mlflow.log_metric("loss", 10 + fold)
            mlflow.log_text("notes", "deep/er/notes.txt")
            folds.append(child.info.run_id)
    client = mlflow.MlflowClient()
    assert run not in folds and len(set(folds)) == 2
    assert client.get_run(run).data.params == {"lr": "0.01", "epochs": "3"}
    assert [a.path for a in client.list_artifacts(folds[0], "deep")] == ["deep/er"]
    assert open(mlflow.artifacts.download_artifacts(run_id=folds[0], artifact_path="deep/er/notes.txt")).read() == "notes"
    assert sorted(os.listdir(mlflow.artifacts.download_artifacts(run_id=folds[0], artifact_path="deep"))) == ["er"]
    found = mlflow.search_runs(filter_string="metrics.loss > 10 and params.fold = '1'", output_format="list")
    assert [r.info.run_id for r in found] == [folds[1]], found
    assert mlflow.get_parent_run(folds[0]).info.run_id == run
    mlflow.delete_run(folds[0])
    assert len(mlflow.search_runs(output_format="list")) == 2
    client.restore_run(folds[0])
    assert len(mlflow.search_runs(output_format="list")) == 3
    try:
        client.log_param(folds[1], "fold", 7)
        raise SystemExit("a changed parameter was taken")
    except mlflow.exceptions.MlflowException as error:
        assert "Changing param values is not allowed" in str(error)
try:
    from sklearn.linear_model import LogisticRegression
except ImportError:
    raise SystemExit(0)
mlflow.sklearn.autolog()
with mlflow.start_run(run_name="sklearn") as own:
    LogisticRegression().fit([[0.0], [1.0], [2.0], [3.0]], [0, 0, 1, 1])
logged = mlflow.MlflowClient().get_run(own.info.run_id)
assert logged.data.params["solver"] == "lbfgs" and "training_accuracy_score" in logged.data.metrics, logged.data
models = mlflow.search_logged_models(experiment_ids=["1"], output_format="list")
assert [m.status for m in models] == ["READY"] and models[0].source_run_id == own.info.run_id, models
assert len(mlflow.sklearn.load_model(models[0].model_uri).predict([[0.0]])) == 1
`
  await run(python, ['-c', loop], {
    timeout: 200_000,
    env: { PATH: process.env['PATH'] ?? '', HOME: server.data, ...environment },
  })
  const match = await server.call(metricEndpoints.listSeries, { params: { taskId: id } })
  expect(match.parameters).toMatchObject({ lr: '0.01', epochs: '3', '@fold/fold': '0', '@fold 2/fold': '1' })
  expect(match.tags).toMatchObject({ note: 'x' })
  expect(
    match.series
      .filter(({ source, name }) => source === 'mlflow' && !name.startsWith('@sklearn/'))
      .map(({ name, points, notFinite }) => [name, points, notFinite]),
  ).toEqual([
    ['loss', 3, 0],
    ['acc', 2, 1],
    ['@fold/loss', 1, 0],
    ['@fold 2/loss', 1, 0],
  ])
})
