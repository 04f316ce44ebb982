"""A training that knows of no server but by its environment. It prints as JSON what comes back of what it logged, with
ids, times and addresses left out, so that two servers can be compared. Arguments: the parts to run."""

import json
import os
import sys
import tempfile

import mlflow
from mlflow.tracking import MlflowClient

MAJOR = int(mlflow.__version__.split(".")[0])
client = MlflowClient()
names = {}
out = {}


def told(run_id):
    """A run as its server tells it."""
    run = client.get_run(run_id)
    history = {
        key: [[m.step, m.value if m.value == m.value else "NaN"] for m in client.get_metric_history(run_id, key)]
        for key in sorted(run.data.metrics)
    }
    files = []

    def walk(folder):
        for entry in client.list_artifacts(run_id, folder):
            files.append([entry.path, entry.is_dir, entry.file_size])
            if entry.is_dir:
                walk(entry.path)

    walk(None)
    # What a client writes of its own machine, of its ids and of the moment differs from call to call.
    hidden = (
        "mlflow.source.git.commit",
        "mlflow.source.git.branch",
        "mlflow.log-model.history",
        "mlflow.parentRunId",
        "mlflow.runName",
        "mlflow.rootRunId",
    )
    tags = {key: value for key, value in run.data.tags.items() if key not in hidden}
    parent = mlflow.get_parent_run(run_id)
    return {
        "name": run.info.run_name,
        "status": run.info.status,
        "stage": run.info.lifecycle_stage,
        "user": run.info.user_id,
        "ended": run.info.end_time is not None,
        "metrics": {key: value if value == value else "NaN" for key, value in sorted(run.data.metrics.items())},
        "history": history,
        "params": dict(sorted(run.data.params.items())),
        "tags": dict(sorted(tags.items())),
        "files": sorted([path, is_dir, None if path.endswith(("MLmodel", ".pkl", ".json")) else size] for path, is_dir, size in files),
        "parent": None if parent is None else parent.info.run_name,
    }


def basic():
    experiment = mlflow.set_experiment("floors")
    with mlflow.start_run(run_name="first", tags={"team": "floor"}) as run:
        mlflow.log_params({"lr": 0.01, "epochs": 3, "模型": "小"})
        for step in range(5):
            mlflow.log_metric("loss", 1 / (step + 1), step=step)
            mlflow.log_metrics({"val/acc": step / 5, "odd": float("nan") if step == 2 else step}, step=step)
        mlflow.set_tag("note", "x")
        mlflow.set_tags({"a": "1", "gone": "2"})
        mlflow.delete_tag("gone")
        folder = tempfile.mkdtemp()
        with open(os.path.join(folder, "weights.txt"), "w") as file:
            file.write("weights" * 1000)
        mlflow.log_artifact(os.path.join(folder, "weights.txt"))
        mlflow.log_artifacts(folder, "deep/er")
        mlflow.log_text("hello", "notes/hello.txt")
        mlflow.log_dict({"a": [1, 2]}, "config.yaml")
        client.log_batch(run.info.run_id, metrics=[mlflow.entities.Metric("fast", i * 0.5, 1_700_000_000_000 + i, i) for i in range(1000)])
        nested = []
        for fold in range(2):
            with mlflow.start_run(run_name=f"fold {fold}", nested=True) as child:
                mlflow.log_param("fold", fold)
                mlflow.log_metric("loss", 10 + fold)
                nested.append(child.info.run_id)
    out["first"] = told(run.info.run_id)
    out["nested"] = [told(one) for one in nested]
    out["text"] = mlflow.artifacts.load_text(f"runs:/{run.info.run_id}/notes/hello.txt")
    out["downloaded"] = sorted(os.listdir(mlflow.artifacts.download_artifacts(run_id=run.info.run_id, artifact_path="deep/er")))
    try:
        client.log_param(nested[0], "fold", 7)
        out["changed"] = "taken"
    except mlflow.exceptions.MlflowException as error:
        out["changed"] = [error.error_code, str(error).split("Param with")[0]]
    # A run that failed, one that goes on, one that is deleted and restored.
    try:
        with mlflow.start_run(run_name="broken") as broken:
            raise ValueError("no")
    except ValueError:
        out["broken"] = told(broken.info.run_id)
    with mlflow.start_run(run_id=broken.info.run_id):
        mlflow.log_metric("later", 1)
        out["again"] = told(broken.info.run_id)["status"]
    out["resumed"] = told(broken.info.run_id)
    mlflow.delete_run(broken.info.run_id)
    found = lambda **query: [run.info.run_name for run in client.search_runs([experiment.experiment_id], **query)]
    out["deleted"] = told(broken.info.run_id)["stage"]
    out["left"] = found()
    client.restore_run(broken.info.run_id)
    out["restored"] = found()
    out["searched"] = found(filter_string="metrics.loss > 10 and params.fold = '1'")
    out["tagged"] = found(filter_string="tags.team = 'floor'")
    out["ordered"] = found(filter_string="metrics.loss > 0", order_by=["metrics.loss DESC"])
    out["page"] = [found(max_results=2, order_by=["metrics.loss DESC"])]
    client.set_terminated(nested[1], status="KILLED")
    out["killed"] = client.get_run(nested[1]).info.status
    client.update_run(nested[1], status="FINISHED", name="renamed")
    out["renamed"] = told(nested[1])["name"]


def experiments():
    made = client.create_experiment("walls", tags={"team": "wall"})
    client.set_experiment_tag(made, "k", "v")
    client.rename_experiment(made, "big walls")
    one = client.get_experiment(made)
    out["experiment"] = [one.name, one.lifecycle_stage, dict(one.tags)]
    out["byName"] = client.get_experiment_by_name("big walls").name
    out["noName"] = client.get_experiment_by_name("nowhere")
    names = lambda **query: sorted(e.name for e in client.search_experiments(**query))
    out["experiments"] = names()
    out["likeWalls"] = names(filter_string="name LIKE 'big%'")
    client.delete_experiment(made)
    out["without"] = names()
    client.restore_experiment(made)
    out["with"] = names()
    try:
        client.create_experiment("big walls")
    except mlflow.exceptions.MlflowException as error:
        out["twice"] = error.error_code
    try:
        client.get_run("nothing")
    except mlflow.exceptions.MlflowException as error:
        out["noRun"] = error.error_code
    out["default"] = client.get_experiment("0").name


def versions(name):
    return [
        [v.version, v.current_stage, v.status, dict(v.tags), v.description, bool(v.run_id)]
        for v in sorted(client.search_model_versions(f"name = '{name}'"), key=lambda v: int(v.version))
    ]


def registry():
    """Models: logged, registered, staged, with aliases, loaded again."""
    import mlflow.pyfunc

    class Echo(mlflow.pyfunc.PythonModel):
        def predict(self, context, model_input, params=None):
            return model_input

    mlflow.set_experiment("models")
    place = {"name": "model"} if MAJOR >= 3 else {"artifact_path": "model"}
    with mlflow.start_run(run_name="maker") as run:
        info = mlflow.pyfunc.log_model(python_model=Echo(), registered_model_name="echo", pip_requirements=[], **place)
    out["predicted"] = mlflow.pyfunc.load_model(info.model_uri).predict([1, 2])
    out["fromRun"] = mlflow.pyfunc.load_model(f"runs:/{run.info.run_id}/model").predict([5])
    out["history"] = len(json.loads(client.get_run(run.info.run_id).data.tags.get("mlflow.log-model.history", "[]")))
    again = mlflow.register_model(info.model_uri, "echo", tags={"t": "1"})
    out["version"] = [again.name, again.version]
    client.update_model_version("echo", "2", description="second")
    client.set_model_version_tag("echo", "1", "good", "yes")
    client.set_registered_model_alias("echo", "best", "2")
    client.update_registered_model("echo", description="repeats")
    client.set_registered_model_tag("echo", "kind", "test")
    client.transition_model_version_stage("echo", "1", "Production")
    out["versions"] = versions("echo")
    model = client.get_registered_model("echo")
    out["model"] = [model.name, model.description, dict(model.tags), {key: str(value) for key, value in model.aliases.items()}]
    out["alias"] = client.get_model_version_by_alias("echo", "best").version
    out["loaded"] = mlflow.pyfunc.load_model("models:/echo@best").predict([3])
    out["staged"] = mlflow.pyfunc.load_model("models:/echo/Production").predict([4])
    client.delete_model_version("echo", "1")
    client.rename_registered_model("echo", "echo two")
    out["names"] = [m.name for m in client.search_registered_models("name LIKE 'echo%'")]
    if MAJOR >= 3:
        logged = mlflow.search_logged_models(experiment_ids=[run.info.experiment_id], output_format="list")
        out["logged"] = [[m.name, m.status, m.source_run_id == run.info.run_id] for m in logged]
    client.delete_registered_model("echo two")
    out["gone"] = [m.name for m in client.search_registered_models("name LIKE 'echo%'")]


def sklearn():
    from sklearn.linear_model import LogisticRegression
    from sklearn.model_selection import GridSearchCV

    mlflow.set_experiment("sklearn")
    mlflow.sklearn.autolog(log_datasets=False)
    with mlflow.start_run(run_name="fit") as run:
        fitted = LogisticRegression().fit([[0.0], [1.0], [2.0], [3.0]], [0, 0, 1, 1])
    out["fit"] = told(run.info.run_id)
    with mlflow.start_run(run_name="grid") as run:
        x, y = [[float(i)] for i in range(20)], [int(i > 9) for i in range(20)]
        GridSearchCV(LogisticRegression(), {"C": [0.1, 1.0, 10.0]}, cv=2).fit(x, y)
    out["grid"] = [len(client.search_runs([run.info.experiment_id], f"tags.mlflow.parentRunId = '{run.info.run_id}'")), sorted(client.get_run(run.info.run_id).data.metrics)]
    mlflow.sklearn.autolog(disable=True)


def lightning():
    import lightning
    import torch

    class Net(lightning.LightningModule):
        def __init__(self):
            super().__init__()
            self.layer = torch.nn.Linear(2, 1)

        def training_step(self, batch, _):
            loss = (self.layer(batch[0]) - batch[1]).pow(2).mean()
            self.log("train_loss", loss)
            return loss

        def configure_optimizers(self):
            return torch.optim.SGD(self.parameters(), lr=0.01)

    torch.manual_seed(1)
    mlflow.set_experiment("lightning")
    mlflow.pytorch.autolog(log_models=False, checkpoint=False)
    data = torch.utils.data.DataLoader(torch.utils.data.TensorDataset(torch.ones(8, 2), torch.ones(8, 1)), batch_size=2)
    with mlflow.start_run(run_name="lit") as run:
        lightning.Trainer(max_epochs=3, accelerator="cpu", enable_progress_bar=False, logger=False, enable_checkpointing=False).fit(Net(), data)
    out["lightning"] = told(run.info.run_id)


def transformers():
    import torch
    from transformers import BertConfig, BertForSequenceClassification, Trainer, TrainingArguments

    torch.manual_seed(1)
    mlflow.set_experiment("transformers")
    config = BertConfig(vocab_size=30, hidden_size=8, num_hidden_layers=1, num_attention_heads=1, intermediate_size=8)
    rows = [{"input_ids": torch.tensor([1, 2, 3]), "labels": torch.tensor(i % 2)} for i in range(8)]
    args = TrainingArguments(tempfile.mkdtemp(), report_to=["mlflow"], run_name="hugging", num_train_epochs=2, logging_steps=1, save_strategy="no", use_cpu=True, seed=1)
    Trainer(BertForSequenceClassification(config), args, train_dataset=rows).train()
    run = mlflow.last_active_run()
    mlflow.end_run()
    told_run = told(run.info.run_id)
    # Speeds and the folder of this one training.
    for group in ("metrics", "history"):
        told_run[group] = {key: value for key, value in told_run[group].items() if "per_second" not in key and "runtime" not in key}
    told_run["params"] = {key: value for key, value in told_run["params"].items() if "dir" not in key}
    out["transformers"] = told_run


def ultralytics():
    import numpy
    from PIL import Image
    from ultralytics import YOLO, settings

    folder = tempfile.mkdtemp()
    for kind in ("images", "labels"):
        os.makedirs(os.path.join(folder, kind, "train"))
    for index in range(4):
        pixels = numpy.full((64, 64, 3), 40 * index, dtype=numpy.uint8)
        Image.fromarray(pixels).save(os.path.join(folder, "images/train", f"{index}.png"))
        with open(os.path.join(folder, "labels/train", f"{index}.txt"), "w") as file:
            file.write("0 0.5 0.5 0.4 0.4\n")
    data = os.path.join(folder, "data.yaml")
    with open(data, "w") as file:
        file.write(f"path: {folder}\ntrain: images/train\nval: images/train\nnames:\n  0: spot\n")
    settings.update({"mlflow": True})
    os.environ.update(MLFLOW_EXPERIMENT_NAME="ultralytics", MLFLOW_RUN="yolo")
    YOLO("yolo11n.yaml").train(data=data, epochs=2, imgsz=64, batch=2, workers=0, device="cpu", project=folder, name="yolo", seed=1, plots=False)
    experiment = client.get_experiment_by_name("ultralytics")
    run = client.search_runs([experiment.experiment_id])[0]
    one = told(run.info.run_id)
    steps = {key: [step for step, _ in points] for key, points in one["history"].items()}
    params = {key: value for key, value in one["params"].items() if key not in ("data", "project", "save_dir")}
    out["ultralytics"] = [one["name"], one["status"], steps, params, [path for path, _, _ in one["files"]]]


for part in sys.argv[1:]:
    globals()[part]()
print("TOLD " + json.dumps(out, sort_keys=True, default=str))
