// Puts the parts together.
const replay = new Replay();
let shown = 0;

function showTrace(index) {
  shown = index;
  const trace = report.traces[index], score = report.scores.traces[index];
  byId("title").textContent = trace.name;
  document.title = `${trace.name} – antreckon report`;
  const people = trace.players.length === 1 ? "1 player" : `${trace.players.length} players`;
  byId("about").textContent = [trace.game, people, `${clock(trace.seconds)} min`, `${trace.tick_hz} ticks a second`, score.weights ? `weights ${score.weights}` : ""].filter(Boolean).join(" · ");
  const learned = report.learned.join(" and ");
  byId("caution").hidden = !(score.weights_saw_layout && report.learned.length);
  byId("caution").textContent = `* The weights of ${learned} were trained on matches of this level: their figures here say nothing about how well they do on levels they have not seen.`;
  showTiles(trace, score);
  showHeadline(trace, score, figures.absolute);
  showFigures(trace, score);
  replay.show(trace);
}

function showMethod() {
  const first = report.traces[0]?.replay;
  const net = first?.network;
  const lines = [
    "Error is the distance in the ground plane between where a player was predicted to be and where it was. A prediction counts when the player lived through its time and six ticks before without a teleport; every second tick is scored.",
    "The first 40 % of a match is for learning only, the rest is scored while learning goes on. Everything is causal: nothing later than the moment of a prediction is used for it.",
    `The best simple predictor is the one of ${report.simple.join(", ")} with the lowest mean at that horizon.`,
    `Intervals are 95 % intervals of a bootstrap over players and blocks of 10 s (seed ${report.seed}).`,
    "Updates: what a sender has to send so that receivers are never off by more than the threshold at the end of a tick, a heartbeat every 5 s included.",
    "Pheromone is the smell of items as it spreads over the floor, at the moment shown (renewed every 5 s); trails are the ways on which players who came through went on for the next second, as learned by the end of the replay: the stronger, the more often.",
  ];
  if (net) lines.push(`The replay's network: ${net.latency_ms} ms one way, up to ${net.jitter_ms} ms jitter, ${Number((net.loss * 100).toFixed(1))} % loss, ${net.updates_per_s} updates a second and player sent (${net.arrived_per_s} arrived in the first match), seed ${net.seed}. Places are rounded to 1/32 body width.`);
  lines.push(`Made by antreckon ${report.program}. This file asks for nothing from anywhere.`);
  byId("method").replaceChildren(element("ul", {}, lines.map((line) => element("li", {}, line))));
}

function start() {
  applyTheme();
  figures.chosen = usualModels();
  options(byId("trace"), report.traces.map((trace, index) => [String(index), trace.name]), "0");
  byId("trace-pick").hidden = report.traces.length < 2;
  byId("trace").addEventListener("change", (event) => showTrace(Number(event.target.value)));
  choice(byId("unit"), [["ratio", "÷ best simple"], ["absolute", "metres"]], "ratio", (unit) => {
    figures.absolute = unit === "absolute";
    showHeadline(report.traces[shown], report.scores.traces[shown], figures.absolute);
    showFigures(report.traces[shown], report.scores.traces[shown]);
  });
  showChips(() => showFigures(report.traces[shown], report.scores.traces[shown]));
  const horizons = report.horizons.map((horizon) => [String(horizon), seconds(horizon)]);
  options(byId("spread-horizon"), horizons, String(figures.spreadHorizon));
  byId("spread-horizon").addEventListener("change", (event) => {
    figures.spreadHorizon = Number(event.target.value);
    showSpread(report.traces[shown]);
  });
  if (report.traces.length > 1) {
    byId("overview").hidden = false;
    options(byId("overview-horizon"), horizons, String(middleHorizon()));
    byId("overview-horizon").addEventListener("change", (event) => showOverview(Number(event.target.value)));
    showOverview(middleHorizon());
  }
  showMethod();
  showTrace(0);
}

let narrow = innerWidth < 560;
addEventListener("resize", () => {
  if (narrow === innerWidth < 560) return;
  narrow = innerWidth < 560;
  showFigures(report.traces[shown], report.scores.traces[shown]);
});
start();
