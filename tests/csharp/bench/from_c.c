/* The same calls as Bench.cs, from C, in the same process. */
#include "antreckon.h"

int32_t from_c_predict_batch(AntPredictor predictor, const AntPredictBatch *batch, uint32_t repeats);
int32_t from_c_predict(AntPredictor predictor, AntEntity entity, int64_t time, AntPrediction *out, uint32_t repeats);

int32_t from_c_predict_batch(AntPredictor predictor, const AntPredictBatch *batch, uint32_t repeats) {
    int32_t worst = 0;
    while (repeats--) {
        int32_t status = ant_predictor_predict_batch(predictor, batch);
        worst = status < worst ? status : worst;
    }
    return worst;
}

int32_t from_c_predict(AntPredictor predictor, AntEntity entity, int64_t time, AntPrediction *out, uint32_t repeats) {
    int32_t worst = 0;
    while (repeats--) {
        int32_t status = ant_predictor_predict(predictor, entity, time, out);
        worst = status < worst ? status : worst;
    }
    return worst;
}
